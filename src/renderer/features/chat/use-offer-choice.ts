import { useState } from 'react';
import type { Attachment } from '../../../shared/attachment.js';
import type { ConversationId } from '../../../shared/conversation.js';
import { usePageStore } from '../../store/store-context.js';
import { withoutToken } from './composer-token.js';
import { type OfferMenu, useOfferMenu } from './use-offer-menu.js';
import type { Offer } from './use-offers.js';

export interface OfferChoice {
  readonly menu: OfferMenu;
  /** What was picked and is being filled in. */
  readonly chosen: Offer | undefined;
  readonly insert: (attachment: Attachment) => void;
  readonly close: () => void;
}

/** The list of prompts and resources, and what becomes of the one that is picked. */
export function useOfferChoice(conversationId: ConversationId | undefined, draft: string): OfferChoice {
  const store = usePageStore();
  const [chosen, setChosen] = useState<Offer>();
  const insert = (attachment: Attachment): void => {
    setChosen(undefined);
    store.attach(conversationId, [attachment]);
    store.focusComposer();
  };
  const menu = useOfferMenu(draft, (offer, token) => {
    store.setDraft(conversationId, withoutToken(draft, token));
    const attachment = readyAttachment(offer);
    if (attachment === undefined) setChosen(offer);
    else insert(attachment);
  });
  const close = (): void => {
    setChosen(undefined);
    store.focusComposer();
  };
  return { menu, chosen, insert, close };
}

/** A resource with a fixed address needs no dialog. */
function readyAttachment(offer: Offer): Attachment | undefined {
  if (offer.kind !== 'resource' || offer.resource.template) return undefined;
  const { serverId, serverName, resource } = offer;
  return { kind: 'resource', serverId, serverName, uri: resource.uri, name: resource.title ?? resource.name };
}
