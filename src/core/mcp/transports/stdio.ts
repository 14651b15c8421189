import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { GatehouseError, toldOf } from '../../errors.js';
import { LineDecoder } from '../../jsonrpc/line-codec.js';
import { DEEP_MESSAGE } from '../../jsonrpc/message-depth.js';
import { WireReader } from '../../jsonrpc/wire-reader.js';
import { spawnGuarded } from '../../process/guarded-child.js';
import type { ChildExit, ChildLaunch, GraceTimes, GuardedChild } from '../../process/guarded-child.js';
import { settlesWithin } from '../../process/settles-within.js';
import type { CloseReason, Transport, TransportReceiver } from '../transport.js';
import { CoalescingWriter } from './coalescing-writer.js';
import { LastWords } from './last-words.js';
import { LogLines, logLine } from './log-lines.js';

export interface StdioOptions {
  /** The largest message that is taken from the server, bytes. Default 64 MB. */
  readonly maxMessageBytes?: number;
  /** How long the gentle steps of ending may take. */
  readonly grace?: GraceTimes;
}

/** How long a server may live on after it closed one of its pipes, ms. A server that is exiting closes them first. */
const BROKEN_PIPE_MS = 1_000;
/** How long the pipes may stay open after the server is gone, ms: a process that left its group can hold them. */
const DRAIN_MS = 1_000;

/** How much of what a server last said goes into the reason of its end, UTF-16 units; the log has the rest. */
const LAST_WORDS_LENGTH = 500;

/** A server that is a child of the host, spoken to over its standard input and output (basic/transports, 2025-11-25). */
export class StdioTransport implements Transport {
  /** Until it is started: it has a whole environment, and a child starts once. */
  #launch: ChildLaunch | undefined;
  readonly #options: StdioOptions;
  readonly #lastWords = new LastWords();
  #spawning: Promise<GuardedChild> | undefined;
  #finished: Promise<void> | undefined;
  #writer: CoalescingWriter | undefined;
  #closing: Promise<void> | undefined;
  #broken: string | undefined;
  #strayLines = 0;

  constructor(launch: ChildLaunch, options: StdioOptions = {}) {
    this.#launch = launch;
    this.#options = options;
  }

  /** Lines on standard output that were no JSON-RPC. */
  get strayLines(): number {
    return this.#strayLines;
  }

  async start(receiver: TransportReceiver): Promise<void> {
    const launch = this.#launch;
    if (launch === undefined || this.#closing !== undefined) throw notOpen();
    this.#launch = undefined;
    this.#spawning = spawnGuarded(launch);
    let child: GuardedChild;
    try {
      child = await this.#spawning;
    } catch (error) {
      receiver.closed({ ...toldOf(error, 'spawn-failed'), code: 'spawn-failed' });
      throw error;
    }
    this.#writer = new CoalescingWriter(child.stdin);
    this.#finished = this.#listen(child, receiver);
    await this.#giveUpIfClosing();
  }

  send(message: JsonRpcMessage): Promise<void> {
    if (this.#writer === undefined || this.#closing !== undefined) return Promise.reject(notOpen());
    try {
      return this.#writer.write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      return Promise.reject(asError(error));
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  /** `close` may have been called while the child was starting. */
  async #giveUpIfClosing(): Promise<void> {
    if (this.#closing === undefined) return;
    await this.#closing;
    throw notOpen();
  }

  async #shutDown(): Promise<void> {
    // A start that failed has told its caller why; here there is then nothing to end.
    const child = await this.#spawning?.catch(() => undefined);
    await child?.end(this.#options.grace);
    await this.#finished;
  }

  /** Resolves, after the receiver has heard everything, when the connection has ended. Never rejects. */
  async #listen(child: GuardedChild, receiver: TransportReceiver): Promise<void> {
    const decoder = this.#decoder(receiver);
    const stderr = new LogLines((line) => {
      this.#lastWords.note(line);
      receiver.log('stderr', line);
    });
    child.stdout.on('data', (chunk: Buffer) => decoder.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const broken = (what: string) => (): void => void this.#onBrokenPipe(child, what);
    child.stdout.once('end', broken('standard output'));
    child.stdin.once('error', broken('standard input'));
    const exit = await child.exited;
    await settlesWithin(Promise.all([ended(child.stdout), ended(child.stderr)]), DRAIN_MS);
    child.stdout.destroy();
    child.stderr.destroy();
    decoder.end();
    stderr.end();
    const reason = this.#closeReason(exit);
    this.#writer?.fail(new GatehouseError('connection-closed', reason.message));
    receiver.closed(reason);
  }

  #decoder(receiver: TransportReceiver): LineDecoder {
    const reader = new WireReader(() => receiver.log('host', DEEP_MESSAGE));
    const line = (text: string): void => {
      const messages = reader.read(text);
      if (messages !== undefined) {
        for (const message of messages) receiver.message(message);
        return;
      }
      // A copy: a line in a log must not hold on to the whole chunk it came in.
      const stray = Buffer.from(logLine(text)).toString();
      if (stray === '') return;
      this.#strayLines++;
      receiver.log('stdout', stray);
    };
    const oversized = (id: string | number | undefined, bytes: number): void => receiver.oversized(id, bytes);
    return new LineDecoder({ line, oversized }, this.#options.maxMessageBytes);
  }

  /** A server that can't be spoken to any more is ended; one that is just exiting is left to tell its own exit code. */
  async #onBrokenPipe(child: GuardedChild, what: string): Promise<void> {
    if (this.#closing !== undefined || (await settlesWithin(child.exited, BROKEN_PIPE_MS))) return;
    this.#broken ??= what;
    await child.end(this.#options.grace);
  }

  #closeReason(exit: ChildExit): CloseReason {
    if (this.#closing !== undefined) return { code: 'closed-by-host', message: 'Gatehouse closed the connection.' };
    const said = this.#lastWords.text()?.slice(0, LAST_WORDS_LENGTH);
    const last = said === undefined ? 'It said nothing on standard error.' : `It last said: ${said}`;
    const ending = exit.signal === null ? { exitCode: String(exit.code) } : { signal: exit.signal };
    const parts = { ...ending, ...(said === undefined ? {} : { said }) };
    if (this.#broken !== undefined) {
      // Perhaps it was on its way out when its pipe broke, and a busy machine took long to end it: its code says why.
      const failed = exit.signal === null && exit.code !== 0;
      const what = failed ? `, then exited with code ${exit.code}` : ' but went on running, so it was ended';
      return {
        code: failed ? 'exited' : 'transport-error',
        message: `The server closed its ${this.#broken}${what}. ${last}`,
        ...(failed ? { parts } : {}),
      };
    }
    const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
    return { code: 'exited', message: `The server ${how}. ${last}`, parts };
  }
}

async function ended(stream: Readable): Promise<void> {
  // A pipe that breaks has ended too.
  if (!stream.closed) await once(stream, 'close').catch(() => {});
}

function notOpen(): GatehouseError {
  return new GatehouseError('connection-closed', 'The connection to the server is not open. Connect again.');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
