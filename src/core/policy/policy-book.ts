import type { ArgumentRule } from '../../shared/argument-rule.js';
import type { JsonObject } from '../../shared/json.js';
import {
  type GrantOrigin,
  type GuardEdits,
  type PolicyEntry,
  SEVERITY,
  type StoredPolicies,
  type Verdict,
} from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { Emitter, type Unsubscribe } from '../observable.js';
import { Guard } from './guard.js';
import type { PolicyStore } from './policy-store.js';

/** A verdict to set; `fingerprint` (SHA-256 hex of the definition) belongs to an allow, which needs it. */
export interface PolicySetting {
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  readonly verdict: Verdict;
  readonly fingerprint?: string;
  readonly definition?: JsonObject;
  readonly via: GrantOrigin;
}

/**
 * What is set for each tool, keyed by server id and raw name; the rules that look at arguments; and the words of the
 * guard. What the user set lives in the store; what ships never does, and a user's entry stands above the shipped one.
 * A tool that went away keeps its entry.
 */
export class PolicyBook {
  readonly #store: PolicyStore;
  readonly #shipped: ReadonlyMap<string, PolicyEntry>;
  readonly #now: () => number;
  readonly #changed = new Emitter<void>();
  #own: ReadonlyMap<string, PolicyEntry>;
  #argumentRules: readonly ArgumentRule[];
  #guardEdits: GuardEdits;
  #guard: Guard;

  /** `now`: ms since the epoch. */
  constructor(store: PolicyStore, shipped: readonly PolicyEntry[], now: () => number) {
    this.#store = store;
    this.#shipped = new Map(shipped.map((entry) => [keyOf(entry.serverId, entry.tool), entry]));
    this.#now = now;
    const { tools, argumentRules, guard } = store.load();
    this.#own = severest(tools.filter((entry) => entry.origin === 'user'));
    this.#argumentRules = argumentRules;
    this.#guardEdits = guard;
    this.#guard = new Guard(guard);
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

  get guard(): Guard {
    return this.#guard;
  }

  get guardEdits(): GuardEdits {
    return this.#guardEdits;
  }

  get argumentRules(): readonly ArgumentRule[] {
    return this.#argumentRules;
  }

  argumentRulesOf(serverId: ServerId, tool: RawToolName): readonly ArgumentRule[] {
    return this.#argumentRules.filter((rule) => rule.serverId === serverId && rule.tool === tool);
  }

  /** Everything that the user has set. */
  stored(): StoredPolicies {
    return { tools: [...this.#own.values()], argumentRules: this.#argumentRules, guard: this.#guardEdits };
  }

  /** Throws code `no-fingerprint` for an allow without one, and what the store throws. */
  set({ serverId, tool, verdict, fingerprint, definition, via }: PolicySetting): void {
    const entry = { serverId, tool, verdict, origin: 'user', via, since: this.#today() } as const;
    const own = new Map(this.#own);
    own.set(
      keyOf(serverId, tool),
      verdict === 'allow'
        ? { ...entry, fingerprint: known(fingerprint, tool), ...(definition === undefined ? {} : { definition }) }
        : entry,
    );
    this.#replace({ ...this.stored(), tools: [...own.values()] }, verdict !== 'allow');
  }

  /** Takes the user's entry away, so that the shipped one or the default holds again. */
  clear(serverId: ServerId, tool: RawToolName): void {
    const gone = this.own(serverId, tool);
    if (gone === undefined) return;
    const tools = [...this.#own.values()].filter((entry) => entry !== gone);
    this.#replace({ ...this.stored(), tools }, gone.verdict === 'allow');
  }

  /** Lets the user's allow for this tool hold from now on for its whole time. False where there is none. */
  renew(serverId: ServerId, tool: RawToolName): boolean {
    const entry = this.own(serverId, tool);
    if (entry?.verdict !== 'allow') return false;
    const renewed = { ...entry, renewed: this.#today() };
    const tools = [...this.#own.values()].map((other) => (other === entry ? renewed : other));
    this.#replace({ ...this.stored(), tools }, false);
    return true;
  }

  /** Adds a rule, or takes the place of the one with its id. Throws code `no-fingerprint` for an allow without one. */
  putArgumentRule(rule: ArgumentRule): void {
    if (rule.verdict === 'allow') known(rule.fingerprint, rule.tool);
    const others = this.#argumentRules.filter(({ id }) => id !== rule.id);
    const tightens = rule.verdict !== 'allow' && others.length === this.#argumentRules.length;
    this.#replace({ ...this.stored(), argumentRules: [...others, rule] }, tightens);
  }

  removeArgumentRule(rule: ArgumentRule): void {
    const argumentRules = this.#argumentRules.filter(({ id }) => id !== rule.id);
    this.#replace({ ...this.stored(), argumentRules }, rule.verdict === 'allow');
  }

  editGuard(guard: GuardEdits): void {
    const { added, removed } = this.#guardEdits;
    const loosens =
      added.some((word) => !guard.added.includes(word)) || guard.removed.some((word) => !removed.includes(word));
    this.#replace({ ...this.stored(), guard }, !loosens);
  }

  /** Sets everything at once, as an import does. Holds only once it is stored. */
  replaceAll(policies: StoredPolicies): void {
    this.#replace(policies, false);
  }

  /** Everything that holds: the user's entries, then the shipped ones they do not stand above. */
  list(): readonly PolicyEntry[] {
    const shipped = [...this.#shipped].filter(([key]) => !this.#own.has(key)).map(([, entry]) => entry);
    return [...this.#own.values(), ...shipped];
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.subscribe(listener);
  }

  #today(): string {
    return new Date(this.#now()).toISOString();
  }

  /** What tightens holds for this run even where it can't be stored; what loosens holds only once it is stored. */
  #replace(policies: StoredPolicies, tightens: boolean): void {
    if (tightens) this.#take(policies);
    try {
      this.#store.save(policies);
      if (!tightens) this.#take(policies);
    } finally {
      this.#changed.emit();
    }
  }

  #take({ tools, argumentRules, guard }: StoredPolicies): void {
    this.#own = severest(tools);
    this.#argumentRules = argumentRules;
    if (guard !== this.#guardEdits) this.#guard = new Guard(guard);
    this.#guardEdits = guard;
  }
}

function known(fingerprint: string | undefined, tool: RawToolName): string {
  if (fingerprint !== undefined && fingerprint !== '') return fingerprint;
  const why = `"${tool}" can't be allowed: its definition is not known. Connect its server first.`;
  throw new GatehouseError('no-fingerprint', why, { parts: { tool } });
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
