import type { UserMessage } from './conversation.js';
import type { HookEvent } from './hook.js';

/** The events at which a hook can say something that stands in the chat as a text of its own. */
type SpeakingEvent = Extract<HookEvent, 'Stop' | 'UserPromptSubmit'>;

/** What a hook said in a chat, told apart from what the user wrote. */
export interface HookWords {
  readonly event: SpeakingEvent;
  readonly text: string;
}

const HEAD = /^\[Added by a (Stop|UserPromptSubmit) hook\]\n/u;

/**
 * A text that a hook adds to a chat. That it is the hook's stands in the text itself, as a block of its own: so the model, an
 * exported file and a chat that is read back know it as well as the page does.
 */
export function hookText({ event, text }: HookWords): string {
  return `[Added by a ${event} hook]\n${text}`;
}

/** What a hook said in this block; undefined where it is the user's own. */
export function hookWords(block: string): HookWords | undefined {
  const head = HEAD.exec(block);
  if (head === null) return undefined;
  return { event: head[1] === 'Stop' ? 'Stop' : 'UserPromptSubmit', text: block.slice(head[0].length) };
}

/** What the user wrote of a message, without what hooks added to it and what was attached. */
export function ownText({ blocks }: Partial<UserMessage> & Pick<UserMessage, 'blocks'>): string {
  return blocks
    .flatMap((block) =>
      block.type === 'text' && block.source === undefined && hookWords(block.text) === undefined ? [block.text] : [],
    )
    .join('\n');
}
