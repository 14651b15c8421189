import type { AgentEvent } from '../../shared/agent-event.js';
import type { AssistantBlock, ToolCallId, TurnLimit } from '../../shared/conversation.js';
import { usageOfAnswer, usageOfSummary, type RequestUsage } from '../../shared/request-usage.js';
import { dollarsOf } from '../../shared/usage-cost.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import type { AgentLimits } from './limits.js';

type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;

interface Repeat {
  readonly result: string;
  readonly times: number;
}

/** Counts what one turn uses, by its events, and says when a limit is reached. */
export class TurnWatch {
  readonly #limits: AgentLimits;
  readonly #clock: Clock;
  readonly #since: number;
  readonly #calls = new Map<ToolCallId, ToolUse>();
  readonly #repeats = new Map<string, Repeat>();
  readonly #asking = new Set<ToolCallId>();
  #askedSince = 0;
  #askedMs = 0;
  #tokens = 0;
  #dollars = 0;
  #repeated: TurnLimit | undefined;

  constructor(limits: AgentLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#since = clock.now();
  }

  hear(event: AgentEvent): void {
    switch (event.type) {
      case 'assistant-finished': {
        this.#pay(usageOfAnswer(event.message));
        for (const block of event.message.blocks) if (block.type === 'tool_use') this.#calls.set(block.id, block);
        break;
      }
      case 'request-broken':
        this.#pay(event.request);
        break;
      case 'history-summarised':
        this.#pay(usageOfSummary(event.summary));
        break;
      case 'tool-asking':
        if (this.#asking.size === 0) this.#askedSince = event.at;
        this.#asking.add(event.callId);
        break;
      case 'tool-permission':
        this.#answered(event.callId);
        break;
      case 'tool-finished':
        this.#answered(event.callId);
        this.#count(event);
        break;
      default:
    }
  }

  /** The limit that is reached; undefined while there is none. */
  get reached(): TurnLimit | undefined {
    const { maxTurnTokens = Infinity, maxTurnCents = Infinity, maxTurnMs = Infinity } = this.#limits;
    if (this.#repeated !== undefined) return this.#repeated;
    if (this.#tokens >= maxTurnTokens) return { kind: 'tokens', tokens: this.#tokens };
    if (this.#dollars * 100 >= maxTurnCents) return { kind: 'cost', dollars: this.#dollars };
    if (this.#clock.now() - this.#since - this.#askedMs < maxTurnMs) return undefined;
    return { kind: 'time', minutes: Math.round(maxTurnMs / 60_000) };
  }

  #pay(request: RequestUsage | undefined): void {
    if (request === undefined) return;
    const { model, usage } = request;
    this.#tokens += usage.inputTokens + usage.outputTokens;
    this.#dollars += dollarsOf(model, usage) ?? 0;
  }

  /** The time that the user took to answer is not the turn's. */
  #answered(id: ToolCallId): void {
    if (!this.#asking.delete(id) || this.#asking.size > 0) return;
    this.#askedMs += Math.max(0, this.#clock.now() - this.#askedSince);
  }

  #count({ callId, result }: Extract<AgentEvent, { type: 'tool-finished' }>): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    const key = hashOf([call.name, call.input]);
    const said = hashOf(result);
    const before = this.#repeats.get(key);
    const times = before?.result === said ? before.times + 1 : 1;
    this.#repeats.set(key, { result: said, times });
    if (times >= (this.#limits.maxRepeats ?? Infinity)) this.#repeated = { kind: 'repeats', tool: call.name, times };
  }
}

function hashOf(value: unknown): string {
  return sha256Hex(textOf(value));
}

/** What is nested too deep for the one form is compared as it came. */
function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}
