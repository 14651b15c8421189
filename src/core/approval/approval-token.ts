import type { ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import type { Clock } from '../clock.js';

/** The call that was allowed, or that is about to be written. */
export interface CallFacts {
  readonly callId: ToolCallId;
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  readonly arguments: JsonObject;
  /** SHA-256 (hex) of the tool's definition. */
  readonly fingerprint: string;
  /** One life of the connection to the server. */
  readonly connectionId: string;
}

/** How long an allow may wait for its call. ms. */
export const TOKEN_LIFE_MS = 5 * 60_000;

/**
 * An allow that is good for one call: the very one that was decided on or shown. It is redeemed right before the call
 * is written, with what is true then; anything that changed in between refuses it.
 */
export class ApprovalToken {
  readonly #facts: Readonly<Record<string, string>>;
  readonly #clock: Clock;
  readonly #expires: number;
  #used = false;

  constructor(allowed: CallFacts, clock: Clock) {
    this.#facts = comparable(allowed);
    this.#clock = clock;
    this.#expires = clock.now() + TOKEN_LIFE_MS;
  }

  /** Undefined where the call may be written now, else a sentence that says what changed. Uses the token up. */
  redeem(now: CallFacts): string | undefined {
    if (this.#used) return 'The call was not sent: its permission has been used already.';
    this.#used = true;
    if (this.#clock.now() >= this.#expires) return 'The call was not sent: its permission is older than five minutes.';
    const current = comparable(now);
    const changed = Object.keys(this.#facts).filter((name) => this.#facts[name] !== current[name]);
    if (changed.length === 0) return undefined;
    return `The call was not sent: ${changed.join(' and ')} changed after it was allowed.`;
  }
}

function comparable(facts: CallFacts): Readonly<Record<string, string>> {
  return {
    'the call': facts.callId,
    'the server': facts.serverId,
    'the tool': facts.tool,
    'its arguments': sha256Hex(canonicalJson(facts.arguments)),
    'the definition of the tool': facts.fingerprint,
    'the connection to the server': facts.connectionId,
  };
}
