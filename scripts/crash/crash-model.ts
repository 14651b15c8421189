import type { ReplyBlock } from '../../src/core/model/message-stream.js';
import type { Script, ScriptedAnswer } from '../../src/core/testing/strict-messages-api.js';
import { isJsonObject, type JsonObject } from '../../src/shared/json.js';

/** The name of the tool as the model sees it. */
const TOOL = 'mcp__ledger__enter';
/** Rounds with calls in a turn, by its number. */
const ROUNDS = [1, 2, 0, 1];
/** Every so many calls the answer is a long one. */
const LONG_EVERY = 9;

/** What the user says in a turn; the model finds its place in the script by it. */
export function turnText(turn: number): string {
  return `Turn ${turn}: enter what is due.`;
}

/**
 * A model that plays a script: each turn has up to two rounds of calls, one or two at a time, and then a closing sentence.
 * No two calls of its life are the same, so a line that stands twice in the ledger was entered twice.
 */
export function crashModel(): Script {
  let calls = 0;
  const call = (): ReplyBlock => {
    calls += 1;
    const input = { entry: `entry-${calls}`, answer: calls % LONG_EVERY === 0 ? 'long' : 'short' };
    return { type: 'tool_use', id: `toolu_${calls}`, name: TOOL, input };
  };
  return (body): ScriptedAnswer => {
    const { turn, rounds } = placeOf(body);
    if (rounds >= (ROUNDS[turn % ROUNDS.length] ?? 0)) {
      return { kind: 'reply', blocks: [{ type: 'text', text: `Turn ${turn} is done. 第${turn}轮完成。` }] };
    }
    const text: ReplyBlock = { type: 'text', text: `Round ${rounds + 1} of turn ${turn}.` };
    return { kind: 'reply', blocks: [text, call(), ...(turn % 2 === 0 ? [] : [call()])] };
  };
}

/** Which turn is under way, and how many answers it has. */
function placeOf(body: JsonObject): { readonly turn: number; readonly rounds: number } {
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : [];
  const begin = messages.findLastIndex((message) => message['role'] === 'user' && turnOf(message) !== undefined);
  const rounds = messages.slice(begin + 1).filter((message) => message['role'] === 'assistant').length;
  return { turn: turnOf(messages[begin] ?? {}) ?? 0, rounds };
}

/** The last turn that a message begins. */
function turnOf({ content }: JsonObject): number | undefined {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ text: content }];
  const texts = blocks.flatMap((block) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : [],
  );
  const found = texts.map((text) => /^Turn (\d+):/u.exec(text)?.[1]).findLast((turn) => turn !== undefined);
  return found === undefined ? undefined : Number(found);
}
