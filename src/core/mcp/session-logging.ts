import type { JsonObject, JsonValue } from '../../shared/json.js';
import { Emitter } from '../observable.js';
import type { Unsubscribe } from '../observable.js';
import type { AskOptions, SessionParts } from './session-parts.js';

/** Least severe first (server/utilities/logging, 2025-11-25). */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface ServerLogMessage {
  /** As the server wrote it: it may be none of the known ones. */
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

export interface LoggingVerbs {
  /** From which severity on the server is to log. In the modern era it holds for every request from then on. */
  setLevel(level: LogLevel, options?: AskOptions): Promise<void>;
  /** Hears what the server logs by messages; the log of the connection has it as well. */
  onMessage(listener: (message: ServerLogMessage) => void): Unsubscribe;
}

export class LiveLogging implements LoggingVerbs {
  readonly #parts: SessionParts;
  readonly #messages = new Emitter<ServerLogMessage>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async setLevel(level: LogLevel, options: AskOptions = {}): Promise<void> {
    if (this.#parts.capabilities['logging'] === undefined) {
      this.#parts.note('The server declares no logging, so it is given no level.');
      return;
    }
    const { signal, timeoutMs } = options;
    await this.#parts.exchange.setLogLevel(level, { signal, timeoutMs });
  }

  onMessage(listener: (message: ServerLogMessage) => void): Unsubscribe {
    return this.#messages.subscribe(listener);
  }

  /** `notifications/message` came. */
  noteMessage({ level, logger, data }: JsonObject): void {
    // Not by spreading: a server may log thousands of times at once, and that would cost more than all the rest of it.
    const message: { -readonly [K in keyof ServerLogMessage]: ServerLogMessage[K] } = {
      level: wordOf(level),
      data: data ?? null,
    };
    if (typeof logger === 'string') message.logger = logger;
    const who = message.logger === undefined ? '' : ` ${message.logger}`;
    this.#parts.note(`The server logged (${message.level}${who}): ${wordOf(message.data)}`);
    this.#messages.emit(message);
  }
}

/** Strings as they are, anything else as JSON. */
function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
