import type { ModelMessage } from './model-message.js';

/**
 * Without any thinking. It is signed for all that stood before it, so newer models refuse it where something there has
 * changed; and one of several can't go alone.
 */
export function withoutThinking(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.map((message) => {
    const content = message.content.filter((block) => block.type !== 'thinking' && block.type !== 'redacted_thinking');
    return content.length === message.content.length ? message : { ...message, content };
  });
}
