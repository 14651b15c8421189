import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { Toggle } from '../../ui/Toggle.js';
import type { FormPartProps } from './form-part.js';
import styles from './FormRows.module.css';

/** What signing in has to be told where a server's metadata does not say it. */
export function SignInFields({ form, change, problems }: Omit<FormPartProps, 'onEnter'>) {
  const { serverForm } = useWords();
  return (
    <>
      <Field label={serverForm.clientId} hint={serverForm.clientIdHint}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={form.clientId}
            bad={problems.includes('client-id')}
            // The kept secret belongs to the client that it was given with.
            onChange={(event) => change({ clientId: event.target.value, clientSecret: { value: '', kept: false } })}
          />
        )}
      </Field>
      <Field label={serverForm.clientSecret} hint={serverForm.clientSecretHint}>
        {(ids) => <ClientSecret ids={ids} form={form} change={change} />}
      </Field>
      <Field label={serverForm.issuerAlias} hint={serverForm.issuerAliasHint}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            placeholder="https://"
            value={form.issuerAlias}
            onChange={(event) => change({ issuerAlias: event.target.value })}
          />
        )}
      </Field>
      <Toggle
        label={serverForm.privateSignIn}
        checked={form.trustPrivateNetwork}
        onChange={(trustPrivateNetwork) => change({ trustPrivateNetwork })}
      >
        {serverForm.privateSignInText}
      </Toggle>
    </>
  );
}

interface ClientSecretProps extends Pick<FormPartProps, 'form' | 'change'> {
  readonly ids: { readonly id: string; readonly 'aria-describedby': string };
}

/** A stored secret is not here to be shown; it is kept or replaced. */
function ClientSecret({ ids, form, change }: ClientSecretProps) {
  const { serverForm } = useWords();
  const [replacing, setReplacing] = useState(false);
  if (form.clientSecret.kept) {
    return (
      <div className={styles.kept}>
        <span>{serverForm.kept}</span>
        <Button
          look="quiet"
          aria-label={serverForm.replaceClientSecret}
          onClick={() => {
            setReplacing(true);
            change({ clientSecret: { value: '', kept: false } });
          }}
        >
          {serverForm.replace}
        </Button>
      </div>
    );
  }
  return (
    <TextInput
      {...ids}
      mono
      type="password"
      autoComplete="off"
      autoFocus={replacing}
      value={form.clientSecret.value}
      onChange={(event) => change({ clientSecret: { value: event.target.value, kept: false } })}
    />
  );
}
