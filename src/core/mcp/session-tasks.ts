import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import type { ToolResult } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { INTERNAL_ERROR, JsonRpcError } from '../jsonrpc/json-rpc-error.js';
import { readCallResult } from './call-result.js';
import type { SessionParts } from './session-parts.js';
import type { CallOptions } from './session.js';
import { ask } from './session-parts.js';
import type { AskOptions } from './session-parts.js';

/** A call that goes on at the server without a request being open (basic/utilities/tasks, 2025-11-25; ext-tasks, 2026-07-28). */
export interface TaskState {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly statusMessage?: string;
  /** How long the server wants to be left in peace, ms. */
  readonly pollMs?: number;
}

type TaskOptions = Pick<CallOptions, 'signal' | 'maxTotalMs' | 'onTask' | 'onProgress' | 'onWithdrawn'>;

export interface TaskVerbs {
  get(taskId: string, options?: AskOptions): Promise<TaskState>;
  /** Asks the server to stop. It may still finish: that is its own decision. */
  cancel(taskId: string, options?: AskOptions): Promise<void>;
  /** Waits for the result of a task of an earlier call or connection. Aborting `signal` cancels the task. */
  resume(taskId: string, options?: TaskOptions): Promise<ToolResult>;
}

const DEFAULT_POLL_MS = 1_000;
const LEAST_POLL_MS = 50;
const MOST_POLL_MS = 60_000;
/** The longest that a task may take in all, ms, where the caller says nothing: a day. */
const MAX_TOTAL_MS = 24 * 60 * 60_000;
/** Failures of the way there: the task goes on at the server, so it is asked again, so often in a row. */
const PASSING: ReadonlySet<string> = new Set(['timeout', 'unreachable', 'connection-lost', 'http-status']);
const MOST_FAILED_POLLS = 5;

/** The tasks of one session, in the words of its era. */
export class LiveTasks implements TaskVerbs {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async get(taskId: string, options?: AskOptions): Promise<TaskState> {
    return readTask(await ask(this.#parts.exchange, 'tasks/get', { taskId }, options));
  }

  async cancel(taskId: string, options?: AskOptions): Promise<void> {
    await ask(this.#parts.exchange, 'tasks/cancel', { taskId }, options);
  }

  async resume(taskId: string, options: TaskOptions = {}): Promise<ToolResult> {
    return readCallResult(await this.await(await this.#poll(taskId, options.signal), options));
  }

  /** The task in the answer to a call; undefined where the answer is none. */
  created(result: JsonObject): JsonObject | undefined {
    if (this.#parts.exchange.era === 'modern') return result['resultType'] === 'task' ? result : undefined;
    return isJsonObject(result['task']) ? result['task'] : undefined;
  }

  /**
   * Resolves with the result of the call that the task was made of. Rejects as the call would have, or with code
   * `cancelled` where the server gave the task up, or `timeout` after `maxTotalMs`, a day where nothing is said.
   */
  await(first: JsonObject, options: TaskOptions): Promise<JsonObject> {
    const { onWithdrawn, signal } = options;
    // Questions of a legacy task come between its polls as well, when no request is open.
    return this.#parts.answers.asking.during(() => this.#settled(first, options), onWithdrawn, signal);
  }

  async #settled(first: JsonObject, options: TaskOptions): Promise<JsonObject> {
    const { signal, maxTotalMs = MAX_TOTAL_MS, onTask } = options;
    const until = performance.now() + maxTotalMs;
    const answered = new Set<string>();
    let raw = first;
    let steps = 0;
    for (;;) {
      const task = readTask(raw);
      onTask?.(task);
      const { status, statusMessage: message } = task;
      if (message !== undefined) options.onProgress?.({ progress: ++steps, message });
      const result = await this.#outcome(task, raw, answered, options, until);
      if (result !== undefined) return result;
      if (performance.now() > until) throw await this.#tooLong(task.taskId, maxTotalMs);
      await this.#pause(task.taskId, status === 'input_required' ? LEAST_POLL_MS : pollPause(task), signal);
      raw = await this.#pollPatiently(task.taskId, signal);
    }
  }

  async #pause(taskId: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await pause(ms, undefined, { signal });
    } catch {
      throw await this.#givenUp(taskId);
    }
  }

  /** The state of a task, though the way to it fails now and then. Where it fails for good, the task is cancelled. */
  async #pollPatiently(taskId: string, signal: AbortSignal | undefined): Promise<JsonObject> {
    for (let failed = 1; ; failed++) {
      try {
        return await this.#poll(taskId, signal);
      } catch (error) {
        const passing = error instanceof GatehouseError && PASSING.has(error.code);
        if (!passing) throw error;
        if (failed === MOST_FAILED_POLLS) {
          await this.#cancelQuietly(taskId);
          throw error;
        }
        this.#parts.note(`The server could not be asked for its task ${taskId}: ${error.message} It is asked again.`);
      }
      await this.#pause(taskId, DEFAULT_POLL_MS, signal);
    }
  }

  /** The result once there is one. In between, questions of the task are answered. */
  async #outcome(
    task: TaskState,
    raw: JsonObject,
    answered: Set<string>,
    options: TaskOptions,
    until: number,
  ): Promise<JsonObject | undefined> {
    if (this.#parts.exchange.era === 'legacy') {
      // Questions of the task come as requests while `tasks/result` is open; it answers when the task has ended.
      return task.status === 'working' ? undefined : this.#legacyResult(task, options.signal, until);
    }
    switch (task.status) {
      case 'working':
        return undefined;
      case 'input_required':
        await this.#answer(task.taskId, raw['inputRequests'], answered, options);
        return undefined;
      case 'completed':
        return isJsonObject(raw['result']) ? raw['result'] : {};
      case 'failed':
        throw failure(raw, task);
      default:
        throw endedByServer(task);
    }
  }

  /** `until`: when all of the task has taken too long, `performance.now()`. */
  async #legacyResult(task: TaskState, signal: AbortSignal | undefined, until: number): Promise<JsonObject> {
    const { taskId, status } = task;
    if (status === 'cancelled') throw endedByServer(task);
    const maxTotalMs = Math.max(until - performance.now(), LEAST_POLL_MS);
    try {
      return await this.#parts.exchange.request('tasks/result', { taskId }, { signal, maxTotalMs });
    } catch (error) {
      if (signal?.aborted === true) throw await this.#givenUp(taskId);
      if (error instanceof GatehouseError && error.code === 'timeout') await this.#cancelQuietly(taskId);
      throw error;
    }
  }

  /** Each question once, however often the server lists it. */
  async #answer(
    taskId: string,
    requests: unknown,
    answered: Set<string>,
    { signal = new AbortController().signal, onWithdrawn }: TaskOptions,
  ): Promise<void> {
    if (!isJsonObject(requests)) return;
    const open = Object.entries(requests).filter(([key]) => !answered.has(key));
    if (open.length === 0) return;
    for (const [key] of open) answered.add(key);
    const inputResponses = await this.#parts.answers.answerAll(Object.fromEntries(open), signal, onWithdrawn);
    await ask(this.#parts.exchange, 'tasks/update', { taskId, inputResponses }, { signal });
  }

  async #poll(taskId: string, signal: AbortSignal | undefined): Promise<JsonObject> {
    try {
      return await ask(this.#parts.exchange, 'tasks/get', { taskId }, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted === true) throw await this.#givenUp(taskId);
      throw error;
    }
  }

  /** "notifications/cancelled MUST NOT be used for task cancellation": the server is asked by `tasks/cancel`. */
  async #givenUp(taskId: string): Promise<GatehouseError> {
    await this.#cancelQuietly(taskId);
    return new GatehouseError('cancelled', 'The task was cancelled. The server may still be working on it.');
  }

  async #tooLong(taskId: string, maxTotalMs: number): Promise<GatehouseError> {
    await this.#cancelQuietly(taskId);
    return new GatehouseError('timeout', `The server did not finish the task within ${maxTotalMs / 1000} s.`);
  }

  async #cancelQuietly(taskId: string): Promise<void> {
    try {
      await this.cancel(taskId, { timeoutMs: 5_000 });
    } catch {
      this.#parts.note(`The server did not take the cancellation of its task ${taskId}.`);
    }
  }
}

function readTask(raw: JsonObject): TaskState {
  const { taskId, status, statusMessage } = raw;
  const pollMs = raw['pollIntervalMs'] ?? raw['pollInterval'];
  if (typeof taskId !== 'string' || !isStatus(status)) {
    throw new GatehouseError('invalid-result', 'The server spoke of a task without a taskId or a known status.');
  }
  return {
    taskId,
    status,
    ...(typeof statusMessage === 'string' && { statusMessage }),
    ...(typeof pollMs === 'number' && { pollMs }),
  };
}

function isStatus(value: unknown): value is TaskState['status'] {
  return (
    value === 'working' ||
    value === 'input_required' ||
    value === 'completed' ||
    value === 'failed' ||
    value === 'cancelled'
  );
}

function pollPause({ pollMs = DEFAULT_POLL_MS }: TaskState): number {
  return Math.min(Math.max(pollMs, LEAST_POLL_MS), MOST_POLL_MS);
}

function failure(raw: JsonObject, task: TaskState): JsonRpcError {
  const said = isJsonObject(raw['error']) ? raw['error'] : {};
  const { code, message, data } = said;
  return new JsonRpcError({
    code: typeof code === 'number' ? code : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : (task.statusMessage ?? 'The task failed.'),
    ...(data !== undefined && { data }),
  });
}

function endedByServer({ statusMessage }: TaskState): GatehouseError {
  const why = statusMessage === undefined ? '' : ` It says: ${statusMessage}`;
  return new GatehouseError('cancelled', `The server cancelled the task.${why}`);
}
