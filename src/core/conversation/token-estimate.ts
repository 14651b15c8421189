import type { ModelBlock, ModelMessage } from './model-message.js';

/** An image costs the model about so many tokens, whatever it shows. */
const IMAGE_TOKENS = 1_600;
/** UTF-16 units of a Latin text in one token, a little less than on average: rather too many tokens than too few. */
const UNITS = 3.5;
/** Scripts in which about every character is a token. */
const DENSE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/gu;

/** About how many tokens a text has. */
export function textTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return Math.ceil(dense + (text.length - dense) / UNITS);
}

/** A page is read as its text and as an image; how many there are only the API knows, about so many bytes are one. */
const PAGE_TOKENS = 2_000;
const PAGE_BYTES = 50_000;

function pdfTokens(base64: string): number {
  return Math.max(1, Math.ceil((base64.length * 0.75) / PAGE_BYTES)) * PAGE_TOKENS;
}

export function blockTokens(block: ModelBlock): number {
  switch (block.type) {
    case 'text':
      return textTokens(block.text);
    case 'image':
      return IMAGE_TOKENS;
    case 'document':
      return block.source.type === 'text' ? textTokens(block.source.data) : pdfTokens(block.source.data);
    case 'tool_result':
      return block.content.reduce((sum, inner) => sum + blockTokens(inner), 0);
    case 'thinking':
      return textTokens(block.thinking) + textTokens(block.signature);
    case 'redacted_thinking':
      return textTokens(block.data);
    case 'tool_use':
      return textTokens(block.name) + textTokens(JSON.stringify(block.input));
    default:
      return block satisfies never;
  }
}

export function historyTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.reduce((all, block) => all + blockTokens(block), 0), 0);
}
