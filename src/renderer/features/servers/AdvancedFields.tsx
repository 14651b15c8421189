import { useWords } from '../../i18n/words-context.js';
import { Field } from '../../ui/Field.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { TextInput } from '../../ui/TextInput.js';
import type { FormPartProps } from './form-part.js';
import { SignInFields } from './SignInFields.js';
import type { ServerForm } from './server-form.js';
import styles from './AdvancedFields.module.css';

const ERAS = ['auto', 'legacy', 'modern'] as const;
const TRANSPORTS = ['auto', 'streamable-http', 'sse'] as const;

/** What hardly anybody has to set: folded, unless something in it is set. */
export function AdvancedFields({ form, change, problems }: FormPartProps) {
  const { serverForm } = useWords();
  const { kind, era, transport, caFile, proxy } = form;
  const isSet =
    era !== 'auto' ||
    (kind !== 'stdio' && (transport !== 'auto' || caFile !== '' || proxy !== '' || signsInOddly(form)));
  return (
    <details className={styles.advanced} open={isSet || undefined}>
      <summary className={styles.summary}>{serverForm.advanced}</summary>
      <div className={styles.fields}>
        <Field label={serverForm.era} hint={serverForm.eraHint}>
          {({ id }) => (
            <SelectBox
              id={id}
              label={serverForm.era}
              value={era}
              options={ERAS.map((value) => ({ value, label: serverForm.eras[value] }))}
              onChange={(next) => change({ era: ERAS.find((known) => known === next) ?? 'auto' })}
            />
          )}
        </Field>
        {kind === 'http' ? (
          <Field label={serverForm.transport} hint={serverForm.transportHint}>
            {({ id }) => (
              <SelectBox
                id={id}
                label={serverForm.transport}
                value={transport}
                options={TRANSPORTS.map((value) => ({ value, label: serverForm.transports[value] }))}
                onChange={(next) => change({ transport: TRANSPORTS.find((known) => known === next) ?? 'auto' })}
              />
            )}
          </Field>
        ) : null}
        {kind === 'stdio' ? null : <NetworkFields form={form} change={change} />}
        {kind === 'stdio' ? null : <SignInFields form={form} change={change} problems={problems} />}
      </div>
    </details>
  );
}

function signsInOddly({ clientId, clientSecret, issuerAlias, trustPrivateNetwork }: ServerForm): boolean {
  return clientId !== '' || clientSecret.kept || issuerAlias !== '' || trustPrivateNetwork;
}

function NetworkFields({ form, change }: Pick<FormPartProps, 'form' | 'change'>) {
  const { serverForm } = useWords();
  return (
    <>
      <Field label={serverForm.caFile} hint={serverForm.caFileHint}>
        {(ids) => (
          <TextInput {...ids} mono value={form.caFile} onChange={(event) => change({ caFile: event.target.value })} />
        )}
      </Field>
      <Field label={serverForm.proxy} hint={serverForm.proxyHint}>
        {(ids) => (
          <TextInput {...ids} mono value={form.proxy} onChange={(event) => change({ proxy: event.target.value })} />
        )}
      </Field>
    </>
  );
}
