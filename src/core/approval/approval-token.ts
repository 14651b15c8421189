import type { ChangedFact } from '../../shared/approval.js';
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

/** Why a token was not good for the call that was to be written. */
export interface TokenRefusal {
  /** What changed; none where the token was used already. */
  readonly changed: readonly ChangedFact[];
  /** For the model. */
  readonly sentence: string;
}

/**
 * An allow that is good for one call: the very one that was decided on or shown. It is redeemed right before the call
 * is written, with what is true then; anything that changed in between refuses it.
 */
export class ApprovalToken {
  readonly #facts: readonly Fact[];
  readonly #clock: Clock;
  readonly #expires: number;
  #used = false;

  constructor(allowed: CallFacts, clock: Clock) {
    this.#facts = comparable(allowed);
    this.#clock = clock;
    this.#expires = clock.now() + TOKEN_LIFE_MS;
  }

  /** Undefined where the call may be written now. Uses the token up. */
  redeem(now: CallFacts): TokenRefusal | undefined {
    if (this.#used) return refusal([], 'its permission has been used already');
    this.#used = true;
    if (this.#clock.now() >= this.#expires) return refusal(['expired'], 'its permission is older than five minutes');
    const current = comparable(now);
    const changed = this.#facts.filter(({ value }, at) => value !== current[at]?.value);
    if (changed.length === 0) return undefined;
    const names = changed.map(({ name }) => name).join(' and ');
    return refusal([...new Set(changed.map(({ kind }) => kind))], `${names} changed after it was allowed`);
  }
}

interface Fact {
  readonly kind: ChangedFact;
  readonly name: string;
  readonly value: string;
}

function comparable(facts: CallFacts): readonly Fact[] {
  return [
    { kind: 'other', name: 'the call', value: facts.callId },
    { kind: 'other', name: 'the server', value: facts.serverId },
    { kind: 'other', name: 'the tool', value: facts.tool },
    { kind: 'other', name: 'its arguments', value: sha256Hex(canonicalJson(facts.arguments)) },
    { kind: 'definition', name: 'the definition of the tool', value: facts.fingerprint },
    { kind: 'connection', name: 'the connection to the server', value: facts.connectionId },
  ];
}

function refusal(changed: readonly ChangedFact[], why: string): TokenRefusal {
  return { changed, sentence: `The call was not sent: ${why}.` };
}
