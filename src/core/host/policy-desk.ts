import type { AllowScope } from '../../shared/approval.js';
import { originName } from '../../shared/content-origin.js';
import type { ArgumentRuleView, ChatGrantView } from '../../shared/host-event.js';
import type { JsonObject } from '../../shared/json.js';
import { type Decision, type GuardView, grantHolds, type PolicyEntry, type Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import type { ToolUse } from '../hooks/hooks.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import { decide, scopesFor } from '../policy/decide.js';
import type { DecisionFacts, Taint } from '../policy/decision-facts.js';
import { definitionDiff } from '../policy/definition-diff.js';
import { DANGEROUS_WORDS } from '../policy/guard.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { Redactor } from '../secrets/redactor.js';
import type { ServerBook } from '../servers/server-book.js';
import { keptDefinition } from '../tools/fingerprint.js';
import { BUILTIN_SERVER_ID, type Tool } from '../tools/tool.js';
import { argumentFacts } from './policy-paths.js';

export interface PolicyParts {
  readonly policies: PolicyBook;
  readonly grants: ChatGrants;
  readonly servers: ServerBook;
  readonly redactor: Redactor;
  /** Absolute. */
  readonly homeDir: string;
  /** The workspace of now; empty while none is picked. */
  readonly workspace: () => string;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Gathers the facts that policy decides by, as they are now, and changes what the user has set. */
export class PolicyDesk {
  readonly #parts: PolicyParts;

  constructor(parts: PolicyParts) {
    this.#parts = parts;
  }

  /** What would happen to a call of this tool now, with no grant of a chat. */
  decideTool(tool: Tool): Decision {
    return decide(this.#facts(tool));
  }

  /** What would happen to a call of this tool if the user had set nothing for it; no grant of a chat counts. */
  decideWithoutRule(tool: Tool): Decision {
    return decide(this.#factsWith(tool, this.#parts.policies.shipped(tool.serverId, tool.name)));
  }

  /**
   * Whether a tool that can't be looked at now, as its server is not connected, might run by itself if the user had
   * set nothing for it.
   */
  mightRunWithoutRule(serverId: ServerId, tool: RawToolName): boolean {
    const shipped = this.#parts.policies.shipped(serverId, tool);
    if (serverId === BUILTIN_SERVER_ID || (shipped !== undefined && this.#holds(shipped))) return true;
    return this.#parts.servers.find(serverId)?.trustReadOnlyHint ?? false;
  }

  /**
   * Decides one call, with what was read before it in its turn. Rejects where a limit of the house can't be looked up;
   * the caller then refuses the call.
   */
  async decideUse(use: ToolUse): Promise<Decision> {
    const { tool, arguments: args } = use;
    const taint = taintOf(use);
    const invariant = this.#foreignSecret(tool, args) ?? (await tool.invariant?.(args));
    const rules = this.#parts.policies.argumentRulesOf(tool.serverId, tool.name);
    const base = tool.builtin && this.#parts.workspace() !== '' ? this.#parts.workspace() : undefined;
    const call = await argumentFacts(rules, args, { homeDir: this.#parts.homeDir, base });
    return decide({
      ...this.#facts(tool),
      ...this.#chatFacts(use),
      argumentRules: rules,
      call,
      ...(taint === undefined ? {} : { taint }),
      ...(invariant === undefined ? {} : { invariant }),
    });
  }

  /** How long an allow may hold that the user gives to the question that this decision leads to. */
  scopes({ tool }: ToolUse, decision: Decision): readonly AllowScope[] {
    return scopesFor(decision, tool.builtin);
  }

  /** What changed since the tool was allowed, in lines; undefined where nothing did or it is not known. */
  definitionDiff({ conversationId, tool }: ToolUse): readonly string[] | undefined {
    const { grants, policies } = this.#parts;
    const grant = grants.find({ conversationId, serverId: tool.serverId, tool: tool.name });
    const allowed = [grant, policies.own(tool.serverId, tool.name)].find(
      (given) => given?.definition !== undefined && given.fingerprint !== tool.fingerprint,
    );
    const now = keptDefinition(tool.definition);
    return allowed?.definition === undefined || now === undefined ? undefined : definitionDiff(allowed.definition, now);
  }

  /** Keeps what the user allowed beyond one call. Throws what the store throws. */
  keep(use: ToolUse, scope: AllowScope): void {
    const { conversationId, tool, arguments: args } = use;
    const { serverId, name, fingerprint } = tool;
    const definition = keptDefinition(tool.definition);
    const pin = { fingerprint, ...(definition === undefined ? {} : { definition }) };
    if (scope === 'chat' || scope === 'chat-exact') {
      const exact = scope === 'chat-exact' ? { argumentsHash: sha256Hex(canonicalJson(args)) } : {};
      const since = this.#parts.now();
      this.#parts.grants.grant({ conversationId, serverId, tool: name, ...pin, ...exact, since });
    }
    if (scope === 'always') {
      this.#parts.policies.set({ serverId, tool: name, verdict: 'allow', ...pin, via: 'question' });
    }
  }

  /** True where the user may allow this tool until revoked: it is no built-in, and no guard makes it always ask. */
  mayAlwaysAllow(tool: Tool): boolean {
    const { entry: _set, ...facts } = this.#facts(tool);
    const decision = decide(facts);
    return !tool.builtin && (decision.verdict === 'allow' || scopesFor(decision, false).includes('always'));
  }

  /** What is set, without the shipped policy of servers that are no longer the shipped ones, and without definitions. */
  entries(): readonly PolicyEntry[] {
    return this.#parts.policies
      .list()
      .filter((entry) => this.#holds(entry))
      .map(({ definition: _kept, ...entry }) => entry);
  }

  /** True where a word of the list, as the user has set it, is in the name: such a tool always asks. */
  looksDangerous({ name }: Tool): boolean {
    return this.#parts.policies.guard.dangerousWord(name) !== undefined;
  }

  argumentRules(): readonly ArgumentRuleView[] {
    return this.#parts.policies.argumentRules.map((rule) => ({
      ...rule,
      serverName: this.#parts.servers.find(rule.serverId)?.name ?? rule.serverId,
    }));
  }

  guard(): GuardView {
    return { ...this.#parts.policies.guardEdits, shipped: DANGEROUS_WORDS };
  }

  chatGrants(): readonly ChatGrantView[] {
    return this.#parts.grants.list().map(({ conversationId, serverId, tool, argumentsHash, since }) => ({
      conversationId,
      serverId,
      serverName: this.#parts.servers.find(serverId)?.name ?? serverId,
      tool,
      ...(argumentsHash === undefined ? {} : { argumentsHash }),
      since,
    }));
  }

  /** True where a rule of the user's may let calls of this tool run by itself as soon as nothing stands above it. */
  hasArgumentAllow(serverId: ServerId, tool: RawToolName): boolean {
    const now = this.#parts.now();
    const rules = this.#parts.policies.argumentRulesOf(serverId, tool);
    return rules.some((rule) => rule.verdict === 'allow' && grantHolds(rule, now));
  }

  /** Sets a tool to ask or never; what was granted for it in any chat is gone. */
  tighten(serverId: ServerId, tool: RawToolName, verdict: 'confirm' | 'deny'): void {
    this.#parts.policies.set({ serverId, tool, verdict, via: 'page' });
    this.#parts.grants.revokeWhere((grant) => grant.serverId === serverId && grant.tool === tool);
  }

  /** Takes back what the user set for a tool, and what was granted for it in any chat. */
  revoke(serverId: ServerId, tool: RawToolName): void {
    this.#parts.policies.clear(serverId, tool);
    this.#parts.grants.revokeWhere((grant) => grant.serverId === serverId && grant.tool === tool);
  }

  /** Takes every allow of this server back, for one whose program is another now. What was denied stays denied. */
  forgetAllows(serverId: ServerId): void {
    this.#clear(serverId, (entry) => entry.verdict === 'allow');
  }

  /** Takes everything back that was set for a server that is removed. */
  forgetServer(serverId: ServerId): void {
    this.#clear(serverId, () => true);
  }

  #clear(serverId: ServerId, which: (rule: { readonly verdict: Verdict }) => boolean): void {
    const { policies, grants } = this.#parts;
    for (const entry of policies.list()) {
      if (entry.serverId === serverId && entry.origin === 'user' && which(entry)) policies.clear(serverId, entry.tool);
    }
    for (const rule of policies.argumentRules) {
      if (rule.serverId === serverId && which(rule)) policies.removeArgumentRule(rule);
    }
    grants.revokeWhere((grant) => grant.serverId === serverId);
  }

  /** A secret goes to the server that it was given for, and to nobody else, whoever asks for it. */
  #foreignSecret(tool: Tool, args: JsonObject): string | undefined {
    const owner = this.#parts.redactor.foreignOwner(args, tool.serverId);
    if (owner === undefined) return undefined;
    const whose =
      owner === '' ? 'the API key' : `a secret of ${this.#parts.servers.find(owner)?.name ?? 'another server'}`;
    return `The arguments hold ${whose}, which goes to nobody else.`;
  }

  #chatFacts({ conversationId, tool, arguments: args }: ToolUse): Pick<DecisionFacts, 'chatGrant' | 'exactGrant'> {
    const { grants } = this.#parts;
    const key = { conversationId, serverId: tool.serverId, tool: tool.name };
    const chat = grants.find(key);
    const exact = grants.find({ ...key, argumentsHash: sha256Hex(canonicalJson(args)) });
    return {
      ...(chat === undefined ? {} : { chatGrant: chat.fingerprint }),
      ...(exact === undefined ? {} : { exactGrant: exact.fingerprint }),
    };
  }

  #facts(tool: Tool): DecisionFacts {
    return this.#factsWith(tool, this.#parts.policies.find(tool.serverId, tool.name));
  }

  #factsWith(tool: Tool, entry: PolicyEntry | undefined): DecisionFacts {
    return {
      builtin: tool.builtin,
      tool: tool.name,
      annotations: tool.annotations,
      // As it is set now: a pool made earlier may remember a trust that was taken back.
      trustReadOnlyHint: this.#parts.servers.find(tool.serverId)?.trustReadOnlyHint ?? false,
      fingerprint: tool.fingerprint,
      now: this.#parts.now(),
      guard: this.#parts.policies.guard,
      ...(entry !== undefined && this.#holds(entry) ? { entry } : {}),
    };
  }

  /** The shipped policy is for the shipped programs: an id alone does not carry it over to another launch. */
  #holds(entry: PolicyEntry): boolean {
    if (entry.origin !== 'host' || entry.serverId === BUILTIN_SERVER_ID) return true;
    return this.#parts.servers.find(entry.serverId)?.bundled === true;
  }
}

function taintOf({ readBefore = [] }: ToolUse): Taint | undefined {
  return readBefore.length === 0 ? undefined : { source: readBefore.map(originName).join(', ') };
}
