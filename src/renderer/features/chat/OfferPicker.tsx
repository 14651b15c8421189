import type { Attachment } from '../../../shared/attachment.js';
import { PromptDialog } from './PromptDialog.js';
import { TemplateDialog } from './TemplateDialog.js';
import type { Offer } from './use-offers.js';

interface OfferPickerProps {
  /** What was chosen and needs to be filled in or looked at first. */
  readonly offer: Offer | undefined;
  readonly onClose: () => void;
  readonly onInsert: (attachment: Attachment) => void;
}

/** The dialog of what was chosen in the composer. */
export function OfferPicker({ offer, onClose, onInsert }: OfferPickerProps) {
  if (offer === undefined) return null;
  const { serverId, serverName } = offer;
  const common = { serverId, serverName, onClose, onInsert };
  return offer.kind === 'prompt' ? (
    <PromptDialog prompt={offer.prompt} {...common} />
  ) : (
    <TemplateDialog resource={offer.resource} {...common} />
  );
}
