import type { PolicyEntry, Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { Emitter, type Unsubscribe } from '../observable.js';
import type { PolicyStore } from './policy-store.js';

/** A verdict to set; `fingerprint` (SHA-256 hex of the definition) belongs to an allow, which needs it. */
export interface PolicySetting {
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  readonly verdict: Verdict;
  readonly fingerprint?: string;
}

const SEVERITY: Readonly<Record<Verdict, number>> = { allow: 0, confirm: 1, deny: 2 };

/**
 * What is set for each tool, keyed by server id and raw name. The user's entries live in the store; the shipped ones
 * never do, and a user's entry stands above the shipped one. A tool that went away keeps its entry.
 */
export class PolicyBook {
  readonly #store: PolicyStore;
  readonly #shipped: ReadonlyMap<string, PolicyEntry>;
  readonly #now: () => number;
  readonly #changed = new Emitter<void>();
  #own: ReadonlyMap<string, PolicyEntry>;

  /** `now`: ms since the epoch. */
  constructor(store: PolicyStore, shipped: readonly PolicyEntry[], now: () => number) {
    this.#store = store;
    this.#shipped = new Map(shipped.map((entry) => [keyOf(entry.serverId, entry.tool), entry]));
    this.#now = now;
    this.#own = severest(store.load().filter((entry) => entry.origin === 'user'));
  }

  /** What holds for this tool, if anything is set. */
  find(serverId: ServerId, tool: RawToolName): PolicyEntry | undefined {
    return this.own(serverId, tool) ?? this.shipped(serverId, tool);
  }

  /** The user's own entry, if any. */
  own(serverId: ServerId, tool: RawToolName): PolicyEntry | undefined {
    return this.#own.get(keyOf(serverId, tool));
  }

  /** The shipped entry, also where a user's one stands above it. */
  shipped(serverId: ServerId, tool: RawToolName): PolicyEntry | undefined {
    return this.#shipped.get(keyOf(serverId, tool));
  }

  /** Throws code `no-fingerprint` for an allow without one, and what the store throws. */
  set(setting: PolicySetting): void {
    const { serverId, tool, verdict, fingerprint } = setting;
    const allow = verdict === 'allow';
    if (allow && (fingerprint === undefined || fingerprint === '')) {
      const why = `"${tool}" can't be allowed: its definition is not known. Connect its server first.`;
      throw new GatehouseError('no-fingerprint', why);
    }
    const since = new Date(this.#now()).toISOString();
    const entry = { serverId, tool, verdict, origin: 'user', since } as const;
    const own = new Map(this.#own);
    own.set(keyOf(serverId, tool), allow && fingerprint !== undefined ? { ...entry, fingerprint } : entry);
    this.#replace(own, !allow);
  }

  /** Takes the user's entry away, so that the shipped one or the default holds again. */
  clear(serverId: ServerId, tool: RawToolName): void {
    const key = keyOf(serverId, tool);
    const own = new Map(this.#own);
    const gone = own.get(key);
    if (gone === undefined) return;
    own.delete(key);
    this.#replace(own, gone.verdict === 'allow');
  }

  /** Everything that holds: the user's entries, then the shipped ones they do not stand above. */
  list(): readonly PolicyEntry[] {
    const shipped = [...this.#shipped].filter(([key]) => !this.#own.has(key)).map(([, entry]) => entry);
    return [...this.#own.values(), ...shipped];
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.subscribe(listener);
  }

  /** What tightens holds for this run even where it can't be stored; what loosens holds only once it is stored. */
  #replace(own: ReadonlyMap<string, PolicyEntry>, tightens: boolean): void {
    if (tightens) this.#own = own;
    try {
      this.#store.save([...own.values()]);
      this.#own = own;
    } finally {
      this.#changed.emit();
    }
  }
}

/** A file edited by hand may name a tool twice: the severest holds. */
function severest(entries: readonly PolicyEntry[]): ReadonlyMap<string, PolicyEntry> {
  const kept = new Map<string, PolicyEntry>();
  for (const entry of entries) {
    const key = keyOf(entry.serverId, entry.tool);
    const other = kept.get(key);
    if (other === undefined || SEVERITY[entry.verdict] >= SEVERITY[other.verdict]) kept.set(key, entry);
  }
  return kept;
}

/** Names hold any character: only a quoted list can't be forged by one that contains the separator. */
function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
