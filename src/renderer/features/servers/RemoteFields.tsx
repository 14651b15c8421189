import { useWords } from '../../i18n/words-context.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import type { FormPartProps } from './form-part.js';
import { NamedValueRows } from './NamedValueRows.js';
import { sameHeader, wrongRows } from './server-form.js';

/** A server that is elsewhere: its address, and what is sent along to be let in. */
export function RemoteFields({ form, change, problems, onEnter }: FormPartProps) {
  const { serverForm } = useWords();
  const isWebSocket = form.kind === 'websocket';
  return (
    <>
      <Field label={serverForm.url} hint={isWebSocket ? serverForm.urlHintWebSocket : serverForm.urlHint}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            placeholder={isWebSocket ? 'wss://example.com/mcp' : 'https://example.com/mcp'}
            value={form.url}
            bad={problems.includes('http-url') || problems.includes('websocket-url')}
            onChange={(event) => change({ url: event.target.value })}
            onEnter={onEnter}
          />
        )}
      </Field>
      <NamedValueRows
        called={{
          label: serverForm.headers,
          hint: serverForm.headersHint,
          keyOf: serverForm.headerKey,
          valueOf: serverForm.headerValue,
          keyPlaceholder: serverForm.headerPlaceholder,
          add: serverForm.addHeader,
          remove: serverForm.removeHeader,
        }}
        rows={form.headers}
        wrong={problems.length === 0 ? [] : wrongRows(form.headers, sameHeader)}
        onChange={(headers) => change({ headers })}
      />
    </>
  );
}
