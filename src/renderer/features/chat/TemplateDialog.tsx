import { useState } from 'react';
import type { Attachment } from '../../../shared/attachment.js';
import type { OfferedResource } from '../../../shared/ipc/offer-schemas.js';
import type { ServerId } from '../../../shared/server.js';
import { expandTemplate, templateVariables } from '../../../shared/uri-template.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import { Modal, ModalBody, ModalFoot } from '../../ui/Modal.js';
import { CompletedField } from './CompletedField.js';
import { otherValues } from './use-prompt-form.js';
import styles from './TemplateDialog.module.css';

interface TemplateDialogProps {
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly resource: OfferedResource;
  readonly onClose: () => void;
  readonly onInsert: (attachment: Attachment) => void;
}

/** Fills in the variables of a resource template, with the address that comes of it. */
export function TemplateDialog({ serverId, serverName, resource, onClose, onInsert }: TemplateDialogProps) {
  const { offers: words, attach, app } = useWords();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const variables = templateVariables(resource.uri);
  const uri = expandTemplate(resource.uri, values);
  const ready = variables.some((name) => (values[name] ?? '') !== '');
  const insert = (): void => {
    if (ready) onInsert({ kind: 'resource', serverId, serverName, uri, name: uri });
  };
  return (
    <Modal
      title={attach.prompt(visibleText(serverName), visibleText(resource.title ?? resource.name))}
      open
      onClose={onClose}
    >
      <ModalBody>
        {resource.description === undefined ? null : (
          <p className={styles.about}>{visibleText(resource.description)}</p>
        )}
        {variables.map((name, index) => (
          <CompletedField
            key={name}
            name={name}
            first={index === 0}
            label={visibleText(name)}
            hint={undefined}
            error={undefined}
            value={values[name] ?? ''}
            target={{ serverId, ref: { type: 'ref/resource', uri: resource.uri }, context: otherValues(values, name) }}
            onChange={(value) => setValues({ ...values, [name]: value })}
            onEnter={insert}
          />
        ))}
        <code className={styles.uri}>{visibleText(uri)}</code>
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{app.cancel}</Button>
        <Button look="primary" disabled={!ready} onClick={insert}>
          {words.insert}
        </Button>
      </ModalFoot>
    </Modal>
  );
}
