import { cleanCut } from '../clean-cut.js';
import type { ModelBlock, ModelMessage } from './model-message.js';
import { readOn } from './read-on.js';
import { blockTokens, historyTokens, textTokens } from './token-estimate.js';
import { textOfBlocks } from './tool-result-blocks.js';

/** Results are shortened where more than this part of the window is used. */
export const FULL = 0.8;
/** So much of the window is made free at once: what is sent then stays the same for a while, and the cache with it. */
const STEP = 0.2;
/** The results of the last messages are never shortened: the model is at work on them. */
const KEPT_MESSAGES = 4;
/** What stays of a shortened result, UTF-16 units from its beginning. */
const SHORT = 400;

type ResultBlock = Extract<ModelBlock, { type: 'tool_result' }>;

/**
 * The history as it is sent: where it fills more than 80 % of the model's window, the oldest results of tools are
 * shortened, as many as it takes. Nothing else is touched, and the store keeps all. `window`: tokens that the model can
 * read; `fixed`: tokens of the system prompt and the tools; `scale`: how many tokens the model server counts for one that
 * is estimated here.
 */
export function fitHistory(
  messages: readonly ModelMessage[],
  { window, fixed, scale = 1 }: { readonly window: number; readonly fixed: number; readonly scale?: number },
): readonly ModelMessage[] {
  const room = window / scale;
  const over = historyTokens(messages) + fixed - room * FULL;
  if (over <= 0) return messages;
  const step = room * STEP;
  let toFree = Math.ceil(over / step) * step;
  const last = messages.length - KEPT_MESSAGES;
  return messages.map((message, index) => {
    if (index >= last || toFree <= 0 || message.role !== 'user') return message;
    const content = message.content.map((block) => {
      if (block.type !== 'tool_result' || toFree <= 0) return block;
      const short = shortened(block);
      toFree -= blockTokens(block) - blockTokens(short);
      return short;
    });
    return { ...message, content };
  });
}

/** The beginning of a result, and how to read on in it. One that is short already stays as it is. */
function shortened(block: ResultBlock): ResultBlock {
  const said = textOfBlocks(block.content);
  const end = cleanCut(said, Math.min(SHORT, said.length));
  const next = end < said.length ? `. ${readOn(block.tool_use_id, end)}` : ': what is no text.';
  const note = `[Left out of this old result to save room${next}]`;
  const text = `${said.slice(0, end)}\n${note}`;
  return textTokens(text) >= blockTokens(block) ? block : { ...block, content: [{ type: 'text', text }] };
}
