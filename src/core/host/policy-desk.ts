import type { AllowScope } from '../../shared/approval.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { ChatGrantView } from '../../shared/host-event.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision, PolicyEntry } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import { decide, scopesFor } from '../policy/decide.js';
import type { DecisionFacts } from '../policy/decision-facts.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { Redactor } from '../secrets/redactor.js';
import type { ServerBook } from '../servers/server-book.js';
import { BUILTIN_SERVER_ID, type Tool } from '../tools/tool.js';

export interface PolicyParts {
  readonly policies: PolicyBook;
  readonly grants: ChatGrants;
  readonly servers: ServerBook;
  readonly redactor: Redactor;
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

  /** Decides one call. Rejects where a limit of the house can't be looked up; the caller then refuses the call. */
  async decideUse({ conversationId, tool, arguments: args }: ToolUse): Promise<Decision> {
    const invariant = this.#foreignSecret(tool, args) ?? (await tool.invariant?.(args));
    return decide({ ...this.#factsIn(conversationId, tool), ...(invariant === undefined ? {} : { invariant }) });
  }

  /** How long an allow may hold that the user gives to the question about this call. */
  scopes({ conversationId, tool }: ToolUse): readonly AllowScope[] {
    return scopesFor(this.#factsIn(conversationId, tool));
  }

  /** True where the user may allow this tool until revoked: it is no built-in, and no guard makes it always ask. */
  mayAlwaysAllow(tool: Tool): boolean {
    const { entry: _set, ...facts } = this.#facts(tool);
    return !tool.builtin && (decide(facts).verdict === 'allow' || scopesFor(facts).includes('always'));
  }

  /** What is set, without the shipped policy of servers that are no longer the shipped ones. */
  entries(): readonly PolicyEntry[] {
    return this.#parts.policies.list().filter((entry) => this.#holds(entry));
  }

  chatGrants(): readonly ChatGrantView[] {
    return this.#parts.grants.list().map(({ conversationId, serverId, tool }) => ({
      conversationId,
      serverId,
      serverName: this.#parts.servers.find(serverId)?.name ?? serverId,
      tool,
    }));
  }

  /** Sets a tool to ask or never; what was granted for it in any chat is gone. */
  tighten(serverId: ServerId, tool: RawToolName, verdict: 'confirm' | 'deny'): void {
    this.#parts.policies.set({ serverId, tool, verdict });
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

  #clear(serverId: ServerId, which: (entry: PolicyEntry) => boolean): void {
    const { policies, grants } = this.#parts;
    for (const entry of policies.list()) {
      if (entry.serverId === serverId && entry.origin === 'user' && which(entry)) policies.clear(serverId, entry.tool);
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

  #factsIn(conversationId: ConversationId, tool: Tool): DecisionFacts {
    const chatGrant = this.#parts.grants.find(conversationId, tool.serverId, tool.name);
    return { ...this.#facts(tool), ...(chatGrant === undefined ? {} : { chatGrant }) };
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
      ...(entry !== undefined && this.#holds(entry) ? { entry } : {}),
    };
  }

  /** The shipped policy is for the shipped programs: an id alone does not carry it over to another launch. */
  #holds(entry: PolicyEntry): boolean {
    if (entry.origin !== 'host' || entry.serverId === BUILTIN_SERVER_ID) return true;
    return this.#parts.servers.find(entry.serverId)?.bundled === true;
  }
}
