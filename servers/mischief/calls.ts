import { setTimeout as sleep } from 'node:timers/promises';
import { RPC_CODE, errorOf, isRpcId, resultOf } from '../kit/json-rpc.js';
import type { RpcId } from '../kit/json-rpc.js';
import { isJsonObject } from '../kit/json.js';
import type { JsonObject } from '../kit/json.js';
import type { Flags } from './flags.js';
import type { FrameWriter } from './frame-writer.js';
import { leave } from './process-life.js';
import { STATE, questionsOf } from './questions.js';
import type { Asker } from './questions.js';
import { answerOf, findingOf } from './results.js';
import type { Finding } from './results.js';

/** How long after the cancel `--late-answer` answers, in ms. */
const LATE_MS = 50;

/** `tools/call` and its cancelling. */
export class Calls {
  readonly #flags: Flags;
  readonly #writer: FrameWriter;
  readonly #asker: Asker;
  readonly #running = new Map<RpcId, AbortController>();
  readonly #cancelled: RpcId[] = [];
  #count = 0;

  constructor(flags: Flags, writer: FrameWriter, asker: Asker) {
    this.#flags = flags;
    this.#writer = writer;
    this.#asker = asker;
  }

  /** Takes note of `notifications/cancelled`, whether or not that call runs. */
  cancel(id: unknown): void {
    if (!isRpcId(id)) return;
    this.#cancelled.push(id);
    this.#running.get(id)?.abort();
  }

  async call(id: RpcId, params: JsonObject): Promise<void> {
    const { name } = params;
    if (name === 'pid') return this.#inspect(id, { pid: process.pid, ppid: process.ppid });
    if (name === 'cancelled') return this.#inspect(id, this.#cancelled);
    const finding = findingOf(name, params['arguments']);
    if (finding === undefined) {
      return this.#writer.send(errorOf(id, RPC_CODE.invalidParams, `Unknown tool ${JSON.stringify(name)}.`));
    }
    this.#count += 1;
    if (this.#flags.number('exit-on-call') === this.#count) return leave(3, `mischief leaves on call ${this.#count}`);
    const code = this.#flags.number('exit-mid-call');
    if (code !== undefined) {
      await this.#writer.sendHalf(answerOf(this.#flags, id, finding));
      return leave(code, 'mischief leaves in the middle of a call');
    }
    const abort = new AbortController();
    this.#running.set(id, abort);
    try {
      await this.#answer(await this.#answerAfterAsking(id, params, finding), params, abort.signal);
    } finally {
      this.#running.delete(id);
    }
  }

  async #answer(answer: JsonObject, params: JsonObject, signal: AbortSignal): Promise<void> {
    const late = this.#flags.has('late-answer');
    if (late || this.#flags.has('never-answer')) {
      if (!signal.aborted) await new Promise((settle) => signal.addEventListener('abort', settle));
      if (!late) return;
      await sleep(LATE_MS);
      return this.#writer.send(answer);
    }
    await this.#progress(params, signal);
    await sleep(this.#flags.number('slow-call') ?? 0, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await this.#writer.send(answer);
  }

  /** The answer, or in the modern era the questions instead of it. */
  async #answerAfterAsking(id: RpcId, params: JsonObject, finding: Finding): Promise<JsonObject> {
    const questions = questionsOf(this.#flags);
    if (Object.keys(questions).length === 0) return answerOf(this.#flags, id, finding);
    let answers = params['inputResponses'];
    if (!this.#flags.has('modern')) {
      answers = await this.#asker.askAll(questions);
    } else if (answers === undefined) {
      return resultOf(id, { resultType: 'input_required', inputRequests: questions, requestState: STATE });
    } else if (params['requestState'] !== STATE) {
      return errorOf(id, RPC_CODE.invalidParams, 'The state came back changed, or not at all.');
    }
    return answerOf(this.#flags, id, { text: JSON.stringify(answers), isError: false });
  }

  async #progress(params: JsonObject, signal: AbortSignal): Promise<void> {
    const meta = params['_meta'];
    const total = this.#flags.number('progress');
    if (total === undefined || !isJsonObject(meta) || meta['progressToken'] === undefined) return;
    const { progressToken } = meta;
    for (let progress = 1; progress <= total && !signal.aborted; progress += 1) {
      const step = { progressToken, progress, total, message: `Step ${progress} of ${total}` };
      await this.#writer.send({ jsonrpc: '2.0', method: 'notifications/progress', params: step });
    }
  }

  /** Tools that look inside are answered at once, whatever the flags say. */
  async #inspect(id: RpcId, found: unknown): Promise<void> {
    return this.#writer.send(resultOf(id, { content: [{ type: 'text', text: JSON.stringify(found) }] }));
  }
}
