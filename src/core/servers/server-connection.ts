import type { ServerLogLine, ServerStatus, StartingPhase, StdioLaunch } from '../../shared/server.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { ToolSession, ToolList } from '../mcp/session.js';
import { Emitter } from '../observable.js';
import type { ServerLog } from './server-log.js';

export interface OpenOptions {
  readonly signal: AbortSignal;
  readonly onPhase: (phase: StartingPhase) => void;
  readonly onLog: (source: ServerLogLine['source'], line: string) => void;
}

/** Starts the program and shakes hands. When it rejects, nothing of the program may be left. */
export type OpenSession = (launch: StdioLaunch, options: OpenOptions) => Promise<ToolSession>;

/** What a running server offers, in one life of its connection. */
export interface LiveServer {
  /** A reconnect has another. */
  readonly connectionId: string;
  readonly session: ToolSession;
  readonly list: ToolList;
}

type State =
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'starting';
      readonly since: number;
      readonly phase: StartingPhase;
      readonly abort: AbortController;
      readonly done: Promise<LiveServer>;
    }
  | { readonly kind: 'running'; readonly since: number; readonly live: LiveServer }
  | { readonly kind: 'failed'; readonly at: number; readonly code: string; readonly message: string };

const TRANSPORT_REASONS: ReadonlySet<string> = new Set(['exited', 'spawn-failed', 'transport-error']);

/** The connection to one server through all its lives: one process at most, however often it is asked to connect. */
export class ServerConnection {
  readonly changed = new Emitter<void>();
  readonly #open: OpenSession;
  readonly #log: ServerLog;
  readonly #now: () => number;
  readonly #newConnectionId: () => string;
  #state: State = { kind: 'stopped' };
  /** Settles when nothing of the former life is left; the next one waits for it. */
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: { open: OpenSession; log: ServerLog; now: () => number; newConnectionId: () => string }) {
    this.#open = parts.open;
    this.#log = parts.log;
    this.#now = parts.now;
    this.#newConnectionId = parts.newConnectionId;
  }

  get status(): ServerStatus {
    const state = this.#state;
    if (state.kind === 'starting') return { kind: 'starting', since: state.since, phase: state.phase };
    if (state.kind === 'running') {
      return { kind: 'running', since: state.since, revision: state.live.session.revision };
    }
    return state;
  }

  /** What is offered now; undefined while not running. */
  get live(): LiveServer | undefined {
    return this.#state.kind === 'running' ? this.#state.live : undefined;
  }

  /** Resolves when the server runs and its tools are known. While it starts or runs, nothing is started twice. */
  connect(launch: StdioLaunch): Promise<LiveServer> {
    if (this.#state.kind === 'running') return Promise.resolve(this.#state.live);
    if (this.#state.kind === 'starting') return this.#state.done;
    const abort = new AbortController();
    const since = this.#now();
    const done = this.#start(launch, abort, since);
    this.#enter({ kind: 'starting', since, phase: 'spawning', abort, done });
    return done;
  }

  /** Resolves when nothing of the server is left. Idempotent. */
  disconnect(): Promise<void> {
    const state = this.#state;
    if (state.kind === 'starting') {
      state.abort.abort();
      this.#ended = state.done.then(
        (live) => live.session.close(),
        () => undefined,
      );
      this.#enter({ kind: 'stopped' });
    } else if (state.kind === 'running') {
      this.#ended = state.live.session.close();
      this.#enter({ kind: 'stopped' });
    } else if (state.kind === 'failed') {
      this.#enter({ kind: 'stopped' });
    }
    return this.#ended;
  }

  async #start(launch: StdioLaunch, abort: AbortController, since: number): Promise<LiveServer> {
    try {
      await this.#ended;
      abort.signal.throwIfAborted();
      const session = await this.#open(launch, {
        signal: abort.signal,
        onPhase: (phase) => this.#enterPhase(abort, phase),
        onLog: (source, line) => {
          this.#log.add(source, line);
          this.changed.emit();
        },
      });
      const relist = this.#relister(session);
      let changedEarly = false;
      session.onToolsChanged(() => {
        if (this.live?.session === session) relist();
        else changedEarly = true;
      });
      const list = await this.#firstList(session, abort);
      const live = { connectionId: this.#newConnectionId(), session, list };
      this.#enter({ kind: 'running', since: this.#now(), live });
      // It waits for the end of the session, which never rejects.
      void this.#watch(session);
      if (changedEarly) relist();
      return live;
    } catch (error) {
      const failure = this.#failure(error, abort, since);
      if (this.#isStarting(abort)) this.#fail(failure.code, failure.message);
      throw failure;
    }
  }

  async #firstList(session: ToolSession, abort: AbortController): Promise<ToolList> {
    try {
      this.#enterPhase(abort, 'listing');
      const list = await session.listTools({ signal: abort.signal });
      abort.signal.throwIfAborted();
      return list;
    } catch (error) {
      await session.close();
      const reason = await session.closed;
      throw reason.code === 'closed-by-host' ? error : new GatehouseError(reason.code, reason.message);
    }
  }

  async #watch(session: ToolSession): Promise<void> {
    const reason = await session.closed;
    if (this.live?.session !== session) return;
    this.#ended = session.close();
    this.#fail(reason.code, reason.message);
  }

  /** Lists again after `notifications/tools/list_changed`; a burst of them costs two lists at most at a time. */
  #relister(session: ToolSession): () => void {
    let listing = false;
    let again = false;
    const relist = async (): Promise<void> => {
      listing = true;
      do {
        again = false;
        try {
          const list = await session.listTools();
          const state = this.#state;
          if (state.kind !== 'running' || state.live.session !== session) return;
          this.#enter({ ...state, live: { ...state.live, list } });
        } catch (error) {
          if (this.live?.session !== session) return;
          this.#say(`The tools could not be listed again; the former list stays: ${errorMessage(error)}`);
        }
      } while (again);
      listing = false;
    };
    return () => {
      again = true;
      // It catches its own failures.
      if (!listing) void relist();
    };
  }

  #failure(error: unknown, abort: AbortController, since: number): GatehouseError {
    if (abort.signal.aborted) return new GatehouseError('cancelled', 'The start was cancelled.');
    const code = error instanceof GatehouseError ? error.code : 'start-failed';
    const message = errorMessage(error);
    // The transport's own reasons name what the program last said.
    const told = error instanceof GatehouseError && TRANSPORT_REASONS.has(code);
    return new GatehouseError(code, told ? message : this.#withLastWords(message, since), { cause: error });
  }

  #withLastWords(message: string, since: number): string {
    const last = this.#log.last('stderr', since)?.trim();
    return last === undefined || message.includes(last) ? message : `${message} It last said: ${last}`;
  }

  #enterPhase(abort: AbortController, phase: StartingPhase): void {
    if (this.#state.kind === 'starting' && this.#state.abort === abort) this.#enter({ ...this.#state, phase });
  }

  #isStarting(abort: AbortController): boolean {
    return this.#state.kind === 'starting' && this.#state.abort === abort;
  }

  #fail(code: string, message: string): void {
    this.#say(message);
    this.#enter({ kind: 'failed', at: this.#now(), code, message });
  }

  #say(text: string): void {
    this.#log.add('host', text);
    this.changed.emit();
  }

  #enter(state: State): void {
    this.#state = state;
    this.changed.emit();
  }
}
