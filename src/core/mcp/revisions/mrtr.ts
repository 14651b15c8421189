import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject } from '../../../shared/json.js';
import { GatehouseError } from '../../errors.js';
import { MAY_ASK } from '../asking-requests.js';
import type { OnWithdrawn } from '../asking-requests.js';
import type { InputAnswers } from '../input-answers.js';

/** How often one request may come back with a question. */
const MOST_ROUNDS = 10;

/** Sends the request with these params, under a new id each time. */
type Send = (params: JsonObject) => Promise<JsonObject>;

/**
 * Multi round-trip requests (basic/patterns/mrtr, 2026-07-28): while the result is `input_required`, its questions are
 * answered and the request is sent again with the answers and the server's state, which is handed back as it came and
 * never looked into. Resolves with the first result that asks nothing. Rejects with code `too-many-rounds` or
 * `invalid-result`.
 */
export async function withRounds(
  method: string,
  params: JsonObject,
  send: Send,
  answers: InputAnswers,
  { signal, onWithdrawn }: { readonly signal: AbortSignal; readonly onWithdrawn?: OnWithdrawn | undefined },
): Promise<{ readonly result: JsonObject; readonly rounds: number }> {
  let sent = params;
  for (let rounds = 0; rounds <= MOST_ROUNDS; rounds++) {
    const result = await send(sent);
    if (result['resultType'] !== 'input_required') return { result, rounds };
    if (!MAY_ASK.has(method)) {
      throw new GatehouseError('invalid-result', `The server answered ${method} with a question, which it may not.`);
    }
    const answerAll = (asked: JsonObject): Promise<JsonObject> => answers.answerAll(asked, signal, onWithdrawn);
    sent = { ...params, ...(await nextRound(method, result, answerAll)) };
  }
  const text = `The server asked for input ${MOST_ROUNDS} times and wants still more for ${method}. It was given up.`;
  throw new GatehouseError('too-many-rounds', text, { parts: { method, most: String(MOST_ROUNDS) } });
}

/** What the next round has besides the params. State that did not come is not sent. */
async function nextRound(
  method: string,
  { inputRequests, requestState }: JsonObject,
  answerAll: (requests: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  if (!isJsonObject(inputRequests) && typeof requestState !== 'string') {
    throw new GatehouseError('invalid-result', `The server wants input for ${method} but does not say which.`);
  }
  return {
    ...(isJsonObject(inputRequests) && { inputResponses: await answerAll(inputRequests) }),
    ...(typeof requestState === 'string' && { requestState }),
  };
}
