import type { ServerLaunch, ServerStatus, StartingPhase } from '../../shared/server.js';
import type { Told } from '../../shared/told.js';
import type { Clock } from '../clock.js';
import { errorMessage, GatehouseError, toldOf } from '../errors.js';
import type { ToolList, ToolSession } from '../mcp/session.js';
import { Emitter } from '../observable.js';
import { Attendance } from './attendance.js';
import type { OpenedServer, StartOptions } from './opened-server.js';
import { RestartPlan } from './restart-plan.js';
import type { ServerLog } from './server-log.js';
import { wantsSignIn } from './sign-in-codes.js';
import { startFailure } from './start-failure.js';
import { toolRelisting } from './tool-relisting.js';

/** What a running server offers, in one life of its connection. */
export interface LiveServer {
  /** A reconnect has another. */
  readonly connectionId: string;
  readonly opened: OpenedServer;
  readonly session: OpenedServer['session'];
  readonly list: ToolList;
}

export interface ConnectionParts {
  readonly open: (launch: ServerLaunch, options: StartOptions) => Promise<OpenedServer>;
  readonly log: ServerLog;
  readonly clock: Clock;
  readonly newConnectionId: () => string;
  /** Jitter of restarts. */
  readonly random?: () => number;
}

type State =
  | Exclude<ServerStatus, { kind: 'starting' } | { kind: 'running' }>
  | {
      readonly kind: 'starting';
      readonly since: number;
      readonly phase: StartingPhase;
      readonly abort: AbortController;
      readonly done: Promise<LiveServer>;
    }
  | { readonly kind: 'running'; readonly since: number; readonly live: LiveServer };

/** Failures to reach a server that is elsewhere: it, or the network, may come by itself. */
const AWAY: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'connection-lost']);

/**
 * The connection to one server through all its lives: one process at most, however often it is asked to connect. One that
 * was lost comes back by itself, a bounded number of times.
 */
export class ServerConnection {
  readonly changed = new Emitter<void>();
  readonly attendance = new Attendance();
  readonly #parts: ConnectionParts;
  readonly #restarts: RestartPlan;
  #state: State = { kind: 'stopped' };
  /** Settles when nothing of the former life is left; the next one waits for it. */
  #ended: Promise<void> = Promise.resolve();
  /** Of the last start. */
  #launch: ServerLaunch | undefined;
  /** True from the moment that it stood, or that only the way to it was closed, until somebody ends it. */
  #comesBack = false;
  #cancelRetry: () => void = ignore;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#restarts = new RestartPlan(parts.random);
  }

  get status(): ServerStatus {
    const state = this.#state;
    if (state.kind === 'starting') return { kind: 'starting', since: state.since, phase: state.phase };
    if (state.kind !== 'running') return state;
    const { session, opened } = state.live;
    return { kind: 'running', since: state.since, revision: session.revision, transport: opened.transport };
  }

  /** What is offered now; undefined while not running. */
  get live(): LiveServer | undefined {
    return this.#state.kind === 'running' ? this.#state.live : undefined;
  }

  /**
   * Resolves when the server runs and its tools are known. While it starts or runs, nothing is started twice. `attended`:
   * the user asked for it, and may be asked to sign in.
   */
  connect(launch: ServerLaunch, attended = false): Promise<LiveServer> {
    if (this.#state.kind === 'running') return Promise.resolve(this.#state.live);
    if (attended) this.attendance.connecting();
    if (this.#state.kind === 'starting') return this.#state.done;
    this.#restarts.forget();
    return this.#begin(launch);
  }

  /** Resolves when nothing of the server is left, and nothing comes back. Idempotent. */
  disconnect(): Promise<void> {
    const state = this.#state;
    this.#comesBack = false;
    if (state.kind === 'starting') {
      state.abort.abort();
      this.#ended = state.done.then(
        (live) => live.session.close(),
        () => undefined,
      );
    } else if (state.kind === 'running') {
      this.#ended = state.live.session.close();
    }
    if (state.kind !== 'stopped') this.#enter({ kind: 'stopped' });
    return this.#ended;
  }

  /** The computer woke up: what is not alive any more is connected anew, with all its restarts before it. */
  wake(): void {
    const state = this.#state;
    if (state.kind === 'running') {
      // It catches its own failures.
      void this.#checkAlive(state.live);
    } else if (state.kind === 'failed' && this.#comesBack) {
      this.#restarts.forget();
      this.#retry();
    }
  }

  /** After the server forgot the session of `former`: the life that follows. Undefined where none does. */
  async successor(former: LiveServer): Promise<LiveServer | undefined> {
    await former.session.closed;
    const state = this.#state;
    if (state.kind === 'starting') return state.done;
    return state.kind === 'running' && state.live.session !== former.session ? state.live : undefined;
  }

  /** A call was answered that nobody gets in without a sign-in. */
  signInLost(former: LiveServer, why: Told): void {
    if (this.live?.session !== former.session) return;
    this.#ended = former.session.close();
    this.#askForSignIn(why);
  }

  #begin(launch: ServerLaunch): Promise<LiveServer> {
    const abort = new AbortController();
    const since = this.#parts.clock.now();
    this.#launch = launch;
    const done = this.#start(launch, abort, since);
    this.#enter({ kind: 'starting', since, phase: 'spawning', abort, done });
    return done;
  }

  async #start(launch: ServerLaunch, abort: AbortController, since: number): Promise<LiveServer> {
    try {
      await this.#ended;
      abort.signal.throwIfAborted();
      const opened = await this.#parts.open(launch, {
        signal: abort.signal,
        onPhase: (phase) => this.#enterPhase(abort, phase),
        attendance: this.attendance,
        onLog: (source, line) => {
          this.#parts.log.add(source, line);
          this.changed.emit();
        },
      });
      return await this.#settleIn(opened, abort);
    } catch (error) {
      const lastWords = this.#parts.log.last('stderr', since)?.trim();
      const failure = startFailure(error, abort.signal.aborted, lastWords);
      if (this.#isStarting(abort)) this.#onStartFailed(failure);
      throw failure;
    }
  }

  async #settleIn(opened: OpenedServer, abort: AbortController): Promise<LiveServer> {
    const { session } = opened;
    const relist = toolRelisting(session, {
      isCurrent: () => this.live?.session === session,
      onList: (list) => this.#replaceList(session, list),
      onFailure: (error) =>
        this.#say(`The tools could not be listed again; the former list stays: ${errorMessage(error)}`),
    });
    let changedEarly = false;
    session.onToolsChanged(() => {
      if (this.live?.session === session) relist();
      else changedEarly = true;
    });
    const list = await this.#firstList(session, abort);
    const live = { connectionId: this.#parts.newConnectionId(), opened, session, list };
    this.#comesBack = true;
    this.#enter({ kind: 'running', since: this.#parts.clock.now(), live });
    // It waits for the end of the session, which never rejects.
    void this.#watch(session);
    if (changedEarly) relist();
    return live;
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
      throw reason.code === 'closed-by-host' ? error : new GatehouseError(reason.code, reason.message, reason);
    }
  }

  async #watch(session: ToolSession): Promise<void> {
    const reason = await session.closed;
    if (this.live?.session !== session) return;
    this.#ended = session.close();
    const { clock } = this.#parts;
    if (reason.code === 'session-expired' && this.#launch && this.#restarts.next(clock.now()) !== undefined) {
      this.#say('The server has forgotten the session; a new one begins.');
      // Its failure is told by the state.
      this.#begin(this.#launch).catch(ignore);
    } else {
      this.#fail(reason);
    }
  }

  async #checkAlive(live: LiveServer): Promise<void> {
    try {
      await live.opened.wake();
    } catch (error) {
      if (this.live?.session !== live.session) return;
      this.#ended = live.session.close();
      const why = errorMessage(error);
      const message = `The server does not answer after the computer woke up: ${why}`;
      this.#fail({ code: 'no-answer', message, parts: { why } });
    }
  }

  #replaceList(session: ToolSession, list: ToolList): void {
    const state = this.#state;
    if (state.kind !== 'running' || state.live.session !== session) return;
    this.#enter({ ...state, live: { ...state.live, list } });
  }

  #enterPhase(abort: AbortController, phase: StartingPhase): void {
    if (this.#state.kind === 'starting' && this.#state.abort === abort) this.#enter({ ...this.#state, phase });
  }

  #isStarting(abort: AbortController): boolean {
    return this.#state.kind === 'starting' && this.#state.abort === abort;
  }

  #onStartFailed(failure: GatehouseError): void {
    const told = toldOf(failure, failure.code);
    if (wantsSignIn(told.code)) {
      this.#askForSignIn(told);
      return;
    }
    // A program that fails by its own fault before it ever stood would fail again.
    this.#comesBack ||= AWAY.has(told.code);
    this.#fail(told);
  }

  #askForSignIn(why: Told): void {
    this.#comesBack = false;
    this.#say(why.message);
    this.#enter({ kind: 'sign-in-required', at: this.#parts.clock.now(), ...why });
  }

  /** Also plans the restart, where there is to be one. */
  #fail(why: Told): void {
    this.#say(why.message);
    const { clock } = this.#parts;
    const failed = { kind: 'failed', at: clock.now(), ...why } as const;
    const delay = this.#comesBack ? this.#restarts.next(failed.at) : undefined;
    if (delay === undefined) {
      if (this.#comesBack) this.#say(GIVEN_UP);
      this.#enter(failed);
      return;
    }
    this.#enter({ ...failed, retryAt: failed.at + delay });
    this.#cancelRetry = clock.after(delay, () => this.#retry());
  }

  #retry(): void {
    // Its failure is told by the state.
    if (this.#state.kind === 'failed' && this.#launch !== undefined) this.#begin(this.#launch).catch(ignore);
  }

  #say(text: string): void {
    this.#parts.log.add('host', text);
    this.changed.emit();
  }

  #enter(state: State): void {
    this.#cancelRetry();
    this.#cancelRetry = ignore;
    this.#state = state;
    if (state.kind !== 'starting') this.attendance.connected();
    this.changed.emit();
  }
}

const GIVEN_UP = `It was tried ${RestartPlan.most} times within ${RestartPlan.windowMinutes} minutes. Gatehouse waits until you connect it.`;

function ignore(): void {}
