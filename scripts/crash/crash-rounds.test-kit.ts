import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuditFolder } from '../../src/core/audit/audit-folder.js';
import { verifyAudit } from '../../src/core/audit/verify-audit.js';
import { openConversationStore } from '../../src/core/conversation/sqlite-conversation-store.js';
import { type AgentEvent, isPassingEvent } from '../../src/shared/agent-event.js';
import type { ConversationId, ConversationState, ConversationSummary } from '../../src/shared/conversation.js';
import type { AppSnapshot, HostEvent } from '../../src/shared/host-event.js';
import type { IpcResult } from '../../src/shared/ipc/result.js';
import { turnText } from './crash-model.js';
import type { Bridge, StartSubject, Subject } from './crash-subject.test-kit.js';
import type { CrashWorld } from './crash-world.test-kit.js';
import { seededRandom } from './seeded-random.js';

/** Turns of a chat; it lives through several kills, and then the next begins. */
const TURNS = 20;
/** Turns of one start that come to their end before one is cut, at most. */
const WHOLE_TURNS = 2;
/** Of a result so much is compared, characters. */
const SHORT = 100;
/** One start in so many is killed before its page stands. */
const EARLY = 7;
/** How long a turn or a start may take before the round says what it waited for, ms. Never a verdict on speed. */
const DEADLINE_MS = 60_000;

/** What the user had seen, or had been told, of one chat. */
interface Seen {
  readonly id: ConversationId;
  /** Durable events in their order: what was stored when the app was last killed, and what was heard since. */
  events: AgentEvent[];
  /** Messages whose sending was acknowledged. */
  readonly acknowledged: string[];
}

/** What became of all rounds; whatever is wrong is thrown at once. */
export interface CrashReport {
  readonly kills: number;
  /** Of them before the page stood, or while a turn ran. */
  readonly early: number;
  readonly inTurn: number;
  readonly messages: number;
  readonly effects: number;
  /** Calls that were sent and whose end nobody knows. */
  readonly unknown: number;
}

export interface CrashOptions {
  readonly world: CrashWorld;
  readonly start: StartSubject;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (done: number) => void;
}

/** Kills the app so often in the middle of a chat with tools, and looks each time whether all that was promised holds. */
export async function crash(options: CrashOptions): Promise<CrashReport> {
  const { rounds, seed, onRound } = options;
  const play = new CrashPlay(options);
  for (let done = 1; done <= rounds; done += 1) {
    try {
      await play.round();
    } catch (error) {
      throw new Error(`Round ${done} of ${rounds}, seed ${seed}: ${String(error)}`, { cause: error });
    }
    onRound?.(done);
  }
  return play.finish();
}

class CrashPlay {
  readonly #world: CrashWorld;
  readonly #start: StartSubject;
  readonly #random: () => number;
  readonly #seen: Seen[] = [];
  readonly #count = { kills: 0, early: 0, inTurn: 0 };
  readonly #listeners = new Set<() => void>();
  #running: Subject | undefined;
  /** How long a start, and a turn, takes: the moments are chosen within. ms. */
  #startMs = 1_000;
  #turnMs = 100;

  constructor({ world, start, seed }: CrashOptions) {
    this.#world = world;
    this.#start = start;
    this.#random = seededRandom(seed);
  }

  /** One kill, and what can be seen of the files after it. */
  async round(): Promise<void> {
    const [early, turns, part, tree] = Array.from({ length: 4 }, this.#random);
    const subject = this.#open();
    const began = performance.now();
    if ((early ?? 0) < 1 / EARLY) {
      await sleep((part ?? 0) * this.#startMs);
      this.#count.early += 1;
    } else {
      const bridge = await subject.ready;
      this.#startMs = performance.now() - began;
      await this.#goOn(bridge);
      await this.#chat(bridge, Math.floor((turns ?? 0) * (WHOLE_TURNS + 1)), part ?? 0);
    }
    this.#count.kills += 1;
    await subject.kill((tree ?? 0) < 0.5);
    this.#running = undefined;
    await this.#checkFiles(this.#seen.slice(-2));
  }

  /** The last start: it goes on too, is ended in order, and everything of every chat is there. */
  async finish(): Promise<CrashReport> {
    const subject = this.#open();
    await this.#goOn(await subject.ready);
    await subject.quit();
    const { open } = await this.#checkRecord();
    await this.#checkFiles(this.#seen);
    const messages = this.#seen.reduce((sum, seen) => sum + seen.acknowledged.length, 0);
    return { ...this.#count, messages, effects: this.#world.ledger().length, unknown: open };
  }

  #open(): Subject {
    const { home, env } = this.#world;
    const subject = this.#start({
      home,
      env,
      // What comes after the end of its app was on the way when the files were looked at.
      onEvent: (event) => (subject === this.#running ? this.#hear(event) : undefined),
    });
    this.#running = subject;
    return subject;
  }

  #hear(event: HostEvent): void {
    if (event.type === 'agent') {
      const seen = this.#seen.find(({ id }) => id === event.conversationId);
      seen?.events.push(...event.events.filter((one) => !isPassingEvent(one)));
    }
    for (const listener of this.#listeners) listener();
  }

  /** After a start: nothing is reported broken, the chat that was cut is whole, and its next request is taken. */
  async #goOn(bridge: Bridge): Promise<void> {
    await this.#until('the ledger runs', async () => {
      const { servers } = (await snapshot(bridge)).state;
      return servers.some(({ id, status }) => id === 'ledger' && status.kind === 'running');
    });
    const { state } = await snapshot(bridge);
    const reports = state.notices.filter(({ code }) => code !== 'conversations-lock-cleared');
    deepStrictEqual(reports, [], 'a notice that something is broken');
    const last = this.#seen.at(-1);
    if (last === undefined) return;
    const opened = (await told(bridge.command('conversations.open', { id: last.id }))) as { state: ConversationState };
    strictEqual(opened.state.turn.kind === 'running', false, 'a turn that was cut still counts as running');
    checkMessages(opened.state, last);
    await this.#turn(bridge, last);
    await this.#checkRecord();
  }

  /** Goes on with the chat for so many turns, and leaves it in that part of the next one. */
  async #chat(bridge: Bridge, turns: number, part: number): Promise<void> {
    const seen = await this.#openChat(bridge);
    for (let more = 0; more < turns; more += 1) await this.#turn(bridge, seen);
    void this.#send(bridge, seen).catch(() => {}); // it may never be answered
    await sleep(part * this.#turnMs);
    if (turnsBegun(seen) !== turnsEnded(seen)) this.#count.inTurn += 1;
  }

  /** The last chat while it has turns to come, else a new one. */
  async #openChat(bridge: Bridge): Promise<Seen> {
    const last = this.#seen.at(-1);
    if (last !== undefined && last.acknowledged.length < TURNS) return last;
    const { id } = (await told(bridge.command('conversations.create', {}))) as ConversationSummary;
    const seen: Seen = { id, events: [], acknowledged: [] };
    this.#seen.push(seen);
    return seen;
  }

  /** One turn from the message to its end, which has to be a good one. */
  async #turn(bridge: Bridge, seen: Seen): Promise<void> {
    const ended = turnsEnded(seen);
    const began = performance.now();
    await this.#send(bridge, seen);
    await this.#until('a turn ends', async () => turnsEnded(seen) > ended);
    this.#turnMs = (this.#turnMs + performance.now() - began) / 2;
    const outcome = seen.events.findLast((event) => event.type === 'turn-finished')?.outcome;
    deepStrictEqual(outcome, { kind: 'completed' }, 'how a turn ended');
  }

  async #send(bridge: Bridge, seen: Seen): Promise<void> {
    const text = turnText(seen.acknowledged.length + 1);
    await told(bridge.command('chat.send', { conversationId: seen.id, text }));
    seen.acknowledged.push(text);
  }

  /** Looks again with each event that is heard. */
  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + DEADLINE_MS;
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(`${DEADLINE_MS / 1000} s passed before ${what}`);
      await this.#nextEvent();
    }
  }

  /** The next event, or a moment without one. */
  #nextEvent(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, 500);
      this.#listeners.add(done);
    });
  }

  /** The files as the dead app left them, before any start may mend them. */
  async #checkFiles(chats: readonly Seen[]): Promise<void> {
    const ledger = this.#world.ledger();
    deepStrictEqual(
      ledger.filter((line, at) => ledger.indexOf(line) !== at),
      [],
      'entered twice',
    );
    deepStrictEqual(
      this.#world.api.requests.flatMap(({ refusal }) => refusal ?? []),
      [],
      'requests that the model server refused',
    );
    const copy = this.#world.copyPlace();
    // Without the lock folder of the one that was killed.
    cpSync(this.#world.home, copy, {
      recursive: true,
      filter: (path) => !/\/(?:browser|conversations\.db\.lock)$/u.test(path),
    });
    // A file with a log behind it is checked whole (quick_check); what is broken would be told.
    const { store, notices } = await openConversationStore(join(copy, 'conversations.db'));
    try {
      deepStrictEqual(notices, [], 'what the database says of itself');
      const known = new Set(store.list().map(({ id }) => id));
      for (const seen of chats) {
        strictEqual(known.has(seen.id), true, 'a chat is gone from the list');
        const stored = store.events(seen.id);
        for (const [at, event] of seen.events.entries()) {
          deepStrictEqual(comparable(stored[at]), comparable(event), `event ${at + 1} of ${seen.events.length} seen`);
        }
        seen.events = [...stored];
        deepStrictEqual(
          entered(stored).filter((line) => !ledger.includes(line)),
          [],
          'told as entered, and not there',
        );
      }
    } finally {
      store.close();
    }
  }

  /** Every record is as it was written, and nothing was done that was not written down before. */
  async #checkRecord() {
    const disk = new AuditFolder(this.#world.home);
    const report = await verifyAudit(disk);
    deepStrictEqual(report.problems, [], 'the record');
    const text = disk.files().map(({ name, size }) => disk.read(name, 0, size).toString('utf8'));
    const recorded = new Set(Array.from(text.join('').matchAll(/"entry":"([^"]+)"/gu), ([, entry]) => entry));
    deepStrictEqual(
      this.#world.ledger().filter((entry) => !recorded.has(entry)),
      [],
      'done without a record',
    );
    return report;
  }
}

/** What was acknowledged is there, and what was seen of results is too. */
function checkMessages(state: ConversationState, { acknowledged }: Seen): void {
  const texts = state.messages.flatMap((message) =>
    message.role === 'user' ? message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
  );
  // A message that was cut before it was acknowledged may be there all the same, between them.
  let from = 0;
  const missing = acknowledged.filter((text) => {
    const at = texts.indexOf(text, from);
    if (at !== -1) from = at + 1;
    return at === -1;
  });
  deepStrictEqual(missing, [], 'acknowledged messages that are not there');
}

/** What results said was entered. */
function entered(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) => {
    const text = event.type === 'tool-finished' ? JSON.stringify(event.result) : '';
    return /Entered (entry-\d+)/u.exec(text)?.[1] ?? [];
  });
}

function turnsBegun({ events }: Seen): number {
  return events.filter(({ type }) => type === 'turn-started').length;
}

function turnsEnded({ events }: Seen): number {
  return events.filter(({ type }) => type === 'turn-finished').length;
}

/**
 * As it is after a way through JSON, where a member that is undefined and one that is absent are the same. A long result
 * crosses to the page with its beginning alone, so that is what counts.
 */
function comparable(event: AgentEvent | undefined): unknown {
  if (event?.type !== 'tool-finished') return JSON.parse(JSON.stringify(event ?? null));
  const { held: _held, content, ...result } = event.result;
  const starts = content.map((block) => (block.type === 'text' ? block.text.slice(0, SHORT) : block));
  return JSON.parse(JSON.stringify({ ...event, result: { ...result, starts } }));
}

async function snapshot(bridge: Bridge): Promise<AppSnapshot> {
  return (await told(bridge.command('app.snapshot', {}))) as AppSnapshot;
}

/** The value of an answer; throws where it is a refusal. */
async function told(answer: Promise<IpcResult<unknown>>): Promise<unknown> {
  const given = await answer;
  if (!given.ok) throw new Error(`refused: ${given.error.message}`);
  return given.value;
}
