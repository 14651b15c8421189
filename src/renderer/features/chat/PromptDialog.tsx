import type { Attachment } from '../../../shared/attachment.js';
import type { UserBlock } from '../../../shared/conversation.js';
import type { OfferedPrompt } from '../../../shared/ipc/offer-schemas.js';
import type { ServerId } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import { formatBytes } from '../../ui/durations.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Modal, ModalBody, ModalFoot } from '../../ui/Modal.js';
import { CompletedField } from './CompletedField.js';
import { LongText } from './LongText.js';
import { otherValues, type PromptForm, usePromptForm } from './use-prompt-form.js';
import styles from './PromptDialog.module.css';

interface PromptDialogProps {
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly prompt: OfferedPrompt;
  readonly onClose: () => void;
  readonly onInsert: (attachment: Attachment) => void;
}

/** Fills in a prompt, shows what its server makes of it, and puts that into the message. */
export function PromptDialog(props: PromptDialogProps) {
  const { serverId, prompt, onClose, onInsert } = props;
  const { offers: words, attach, app } = useWords();
  const form = usePromptForm(serverId, prompt);
  const { ask, given } = form;
  const server = visibleText(props.serverName);
  const insert = (): void => {
    if (given !== undefined)
      onInsert({ kind: 'prompt', id: given.id, serverName: props.serverName, name: prompt.name });
  };
  return (
    <Modal title={attach.prompt(server, visibleText(prompt.title ?? prompt.name))} open onClose={onClose}>
      <ModalBody>
        {prompt.description === undefined ? null : <p className={styles.about}>{visibleText(prompt.description)}</p>}
        <Arguments serverId={serverId} prompt={prompt} form={form} onInsert={insert} />
        {ask.slow ? (
          <p role="status" className={styles.about}>
            {words.asking(server)}
          </p>
        ) : null}
        <ErrorNote message={ask.error} />
        {given === undefined ? null : <Preview server={server} parts={given.parts} />}
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{app.cancel}</Button>
        <Button look={given === undefined ? 'primary' : 'plain'} waiting={ask.slow} onClick={form.preview}>
          {given === undefined ? words.preview : words.again}
        </Button>
        {given === undefined ? null : (
          <Button look="primary" autoFocus={prompt.arguments.length === 0} onClick={insert}>
            {words.insert}
          </Button>
        )}
      </ModalFoot>
    </Modal>
  );
}

function Arguments({
  serverId,
  prompt,
  form,
  onInsert,
}: Pick<PromptDialogProps, 'serverId' | 'prompt'> & { readonly form: PromptForm; readonly onInsert: () => void }) {
  const { offers: words } = useWords();
  return prompt.arguments.map(({ name, title, description, required }, index) => (
    <CompletedField
      key={name}
      name={name}
      first={index === 0}
      label={`${visibleText(title ?? name)} · ${required ? words.required : words.optional}`}
      hint={description === undefined ? undefined : visibleText(description)}
      error={form.isMissing(name) ? words.missing : undefined}
      value={form.values[name] ?? ''}
      target={{ serverId, ref: { type: 'ref/prompt', name: prompt.name }, context: otherValues(form.values, name) }}
      onChange={(value) => form.set(name, value)}
      onEnter={form.given === undefined ? form.preview : onInsert}
    />
  ));
}

function Preview({ server, parts }: { readonly server: string; readonly parts: readonly UserBlock[] }) {
  const { offers: words } = useWords();
  return (
    <section className={styles.preview} aria-label={words.gives(server)}>
      <div className={styles.head}>
        <strong>{words.gives(server)}</strong>
        <span>{words.givesHint}</span>
      </div>
      {parts.map((part, index) =>
        part.type === 'text' ? (
          <LongText key={index} text={part.text} />
        ) : (
          <p key={index} className={styles.about}>
            {words.file(visibleText(part.file.name), formatBytes(part.file.size))}
          </p>
        ),
      )}
    </section>
  );
}
