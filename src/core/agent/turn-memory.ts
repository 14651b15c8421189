import type { ContentOrigin } from '../../shared/content-origin.js';
import { DENIED_BY_USER } from '../policy/denial.js';
import type { Tool } from '../tools/tool.js';

/** After so many denials of one tool in a turn nobody is asked about it any more. */
const MOST_DENIALS = 3;
/** A turn may read from many places; so many are named. */
const MOST_ORIGINS = 5;

/** What a turn remembers beside its messages: what was read in it, and what the user denied. */
export class TurnMemory {
  readonly #denials = new Map<string, number>();
  readonly #read = new Map<string, ContentOrigin>();
  #deniesRest = false;

  /** Text from outside has entered the turn. */
  noteRead(origin: ContentOrigin): void {
    if (this.#read.size < MOST_ORIGINS) this.#read.set(JSON.stringify(origin), origin);
  }

  /** What was read up to now, each origin once, the first ones of them. */
  get read(): readonly ContentOrigin[] {
    return [...this.#read.values()];
  }

  /** `rest`: the user denied whatever else this turn would ask. */
  noteDenial(tool: Tool, rest: boolean): void {
    this.#deniesRest ||= rest;
    const key = keyOf(tool);
    this.#denials.set(key, (this.#denials.get(key) ?? 0) + 1);
  }

  /** What the model is told where a call of this tool is denied without a question; undefined where it is asked. */
  refusal(tool: Tool): string | undefined {
    if (this.#deniesRest) {
      return `${DENIED_BY_USER}: the user denied all further calls of this turn that need permission.`;
    }
    if ((this.#denials.get(keyOf(tool)) ?? 0) < MOST_DENIALS) return undefined;
    return (
      `${DENIED_BY_USER}: the user denied ${tool.name} ${MOST_DENIALS} times in this turn and is not asked about it ` +
      'again before the next message.'
    );
  }
}

function keyOf({ serverId, name }: Tool): string {
  return JSON.stringify([serverId, name]);
}
