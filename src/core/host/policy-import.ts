import { type ArgumentRule, type ArgumentRuleId, argumentTestText } from '../../shared/argument-rule.js';
import { branded } from '../../shared/brand.js';
import {
  type GuardEdits,
  type PolicyChange,
  type PolicyEntry,
  SEVERITY,
  type SkippedBecause,
  type StoredPolicies,
  type Verdict,
} from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import { canonicalJson } from '../canonical-json.js';
import { DANGEROUS_WORDS } from '../policy/guard.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { ServerBook } from '../servers/server-book.js';
import { BUILTIN_SERVER_ID } from '../tools/tool.js';

export interface ImportParts {
  readonly policies: PolicyBook;
  readonly servers: ServerBook;
  readonly newId: () => string;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** What an import would do. */
export interface ImportPlan {
  readonly changes: readonly PolicyChange[];
  /** Everything that the user has set, after it. */
  readonly policies: StoredPolicies;
}

/**
 * Works out what imported policies change here; changes nothing. What is here and not in them stays. A server is known
 * by its id, else by its name; rules of servers that are not here are skipped. A rule begins its time when it is imported.
 */
export function planImport(
  imported: StoredPolicies,
  serverNames: Readonly<Record<string, string>>,
  parts: ImportParts,
): ImportPlan {
  const changes: PolicyChange[] = [];
  const here = new Here(serverNames, parts);
  const since = new Date(parts.now()).toISOString();
  const stored = parts.policies.stored();
  return {
    changes,
    policies: {
      tools: toolsAfter(imported.tools, stored.tools, here, since, changes),
      argumentRules: rulesAfter(imported.argumentRules, stored.argumentRules, here, since, changes),
      guard: guardAfter(imported.guard, stored.guard, changes),
    },
  };
}

/** Finds the servers of this computer that imported rules speak of. */
class Here {
  readonly #names: Readonly<Record<string, string>>;
  readonly parts: ImportParts;

  constructor(names: Readonly<Record<string, string>>, parts: ImportParts) {
    this.#names = names;
    this.parts = parts;
  }

  find(id: ServerId): { readonly id: ServerId; readonly name: string } | undefined {
    if (id === BUILTIN_SERVER_ID) return { id, name: id };
    return this.parts.servers.find(id) ?? this.parts.servers.named(this.nameOf(id));
  }

  nameOf(id: ServerId): string {
    return Object.hasOwn(this.#names, id) ? (this.#names[id] ?? id) : id;
  }

  /** Why a rule can't be taken over; undefined where it can. */
  problem({ serverId, verdict, fingerprint }: PolicyEntry | ArgumentRule): SkippedBecause | undefined {
    if (this.find(serverId) === undefined) return 'no-server';
    if (verdict !== 'allow') return undefined;
    if (serverId === BUILTIN_SERVER_ID) return 'built-in';
    return fingerprint === undefined || fingerprint === '' ? 'no-definition' : undefined;
  }
}

function toolsAfter(
  imported: readonly PolicyEntry[],
  stored: readonly PolicyEntry[],
  here: Here,
  since: string,
  changes: PolicyChange[],
): readonly PolicyEntry[] {
  const after = [...stored];
  for (const entry of imported.filter(({ origin }) => origin === 'user')) {
    const server = here.find(entry.serverId);
    const problem = here.problem(entry);
    const name = `${server?.name ?? here.nameOf(entry.serverId)} ▸ ${entry.tool}`;
    if (server === undefined || problem !== undefined) {
      changes.push({ effect: 'skipped', subject: 'tool', name, to: entry.verdict, skipped: problem ?? 'no-server' });
      continue;
    }
    const { tool, verdict, fingerprint } = entry;
    const at = after.findIndex((other) => other.serverId === server.id && other.tool === tool);
    const own = after[at];
    const pin = verdict === 'allow' && fingerprint !== undefined ? { fingerprint } : {};
    if (own?.verdict === verdict && own.fingerprint === pin.fingerprint) continue;
    const from = own?.verdict ?? here.parts.policies.shipped(server.id, tool)?.verdict;
    changes.push({ effect: effectOf(from, verdict), subject: 'tool', name, to: verdict, ...(from && { from }) });
    const next: PolicyEntry = { serverId: server.id, tool, verdict, ...pin, origin: 'user', via: 'import', since };
    after.splice(at === -1 ? after.length : at, 1, next);
  }
  return after;
}

/** A rule "ask" may stand above what would run by itself, or below what was denied; only a "never" surely tightens. */
function effectOf(from: Verdict | undefined, to: Verdict): 'tightens' | 'loosens' {
  return to !== 'allow' && SEVERITY[to] >= SEVERITY[from ?? 'allow'] ? 'tightens' : 'loosens';
}

function rulesAfter(
  imported: readonly ArgumentRule[],
  stored: readonly ArgumentRule[],
  here: Here,
  since: string,
  changes: PolicyChange[],
): readonly ArgumentRule[] {
  const after = [...stored];
  const known = new Set(stored.map(sameness));
  for (const rule of imported) {
    const server = here.find(rule.serverId);
    const problem = here.problem(rule);
    const { tool, when, verdict, fingerprint } = rule;
    const name = `${server?.name ?? here.nameOf(rule.serverId)} ▸ ${tool}`;
    const tests = when.map(argumentTestText).join(' and ');
    if (server === undefined || problem !== undefined) {
      changes.push({ effect: 'skipped', subject: 'argument-rule', name, to: verdict, skipped: problem ?? 'no-server' });
      continue;
    }
    const id = branded<ArgumentRuleId>(here.parts.newId());
    const pin = verdict === 'allow' && fingerprint !== undefined ? { fingerprint } : {};
    const next: ArgumentRule = { id, serverId: server.id, tool, when, verdict, ...pin, since, via: 'import' };
    if (known.has(sameness(next))) continue;
    known.add(sameness(next));
    const effect = verdict === 'allow' ? 'loosens' : 'tightens';
    changes.push({ effect, subject: 'argument-rule', name, to: verdict, detail: tests });
    after.push(next);
  }
  return after;
}

/** Two rules with the same text say the same. */
function sameness({ serverId, tool, when, verdict, fingerprint }: ArgumentRule): string {
  return canonicalJson({ serverId, tool, when, verdict, fingerprint });
}

function guardAfter(imported: GuardEdits, stored: GuardEdits, changes: PolicyChange[]): GuardEdits {
  const added = imported.added.filter((word) => /\p{L}/u.test(word) && !stored.added.includes(word));
  const removed = imported.removed.filter((word) => DANGEROUS_WORDS.includes(word) && !stored.removed.includes(word));
  changes.push(
    ...[...new Set(added)].map((name) => ({ effect: 'tightens', subject: 'guard-word', name }) as const),
    ...[...new Set(removed)].map((name) => ({ effect: 'loosens', subject: 'guard-word', name }) as const),
  );
  if (added.length + removed.length === 0) return stored;
  return {
    added: [...new Set([...stored.added, ...added])],
    removed: [...new Set([...stored.removed, ...removed])],
  };
}
