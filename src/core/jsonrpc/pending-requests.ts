import type { JsonRpcId } from '../../shared/json-rpc.js';
import type { PendingRequest } from './pending-request.js';

const FIRST_SLOTS = 16;
const MOST_SLOTS = 1_024;

/**
 * The requests that wait for their answer, by id. Ids are whole numbers that count up, so a request finds its slot by the
 * last bits of its id. A Map would do the same, but one that is filled and emptied all the time leaves old tables behind
 * that keep their requests from being collected: that took half of the time of a call.
 */
export class PendingRequests {
  #slots: (PendingRequest | undefined)[] = emptySlots(FIRST_SLOTS);
  /** Those whose slot a later request needed, such as a subscription that stays open. */
  readonly #moved = new Map<JsonRpcId, PendingRequest>();
  #size = 0;

  get(id: JsonRpcId): PendingRequest | undefined {
    const request = typeof id === 'number' ? this.#slots[id & (this.#slots.length - 1)] : undefined;
    if (request !== undefined && request.id === id) return request;
    return this.#moved.size === 0 ? undefined : this.#moved.get(id);
  }

  /** The id must be larger than any before. */
  add(request: PendingRequest): void {
    this.#size++;
    if (this.#size * 2 > this.#slots.length && this.#slots.length < MOST_SLOTS) this.#grow();
    this.#put(request);
  }

  /** Takes the request out, if it is there. */
  take(id: JsonRpcId): PendingRequest | undefined {
    const request = this.get(id);
    if (request === undefined) return undefined;
    this.#size--;
    if (!this.#moved.delete(id)) this.#slots[request.id & (this.#slots.length - 1)] = undefined;
    return request;
  }

  /** All of them, in no order. */
  all(): PendingRequest[] {
    const inSlots = this.#slots.filter((request) => request !== undefined);
    return this.#moved.size === 0 ? inSlots : [...this.#moved.values(), ...inSlots];
  }

  #put(request: PendingRequest): void {
    const at = request.id & (this.#slots.length - 1);
    const older = this.#slots[at];
    if (older !== undefined) this.#moved.set(older.id, older);
    this.#slots[at] = request;
  }

  #grow(): void {
    const waiting = this.#slots;
    this.#slots = emptySlots(waiting.length * 2);
    for (const request of waiting) if (request !== undefined) this.#put(request);
  }
}

function emptySlots(count: number): (PendingRequest | undefined)[] {
  return Array.from({ length: count }, () => undefined);
}
