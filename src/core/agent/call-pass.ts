import type { AllowScope } from '../../shared/approval.js';
import type { CallPermission } from '../../shared/conversation.js';
import type { Decision } from '../../shared/policy.js';
import type { ToolResult } from '../../shared/tool.js';
import { ApprovalToken, type CallFacts, type TokenRefusal } from '../approval/approval-token.js';
import type { Clock } from '../clock.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { Tool, ToolCallContext } from '../tools/tool.js';

/**
 * The only way to a tool's handler. A pass is made from an allowing decision or from an allowing answer and from
 * nothing else, so a denied call has no path to the tool. It is good for one call: the one that was decided on or shown.
 */
export class CallPass {
  readonly use: ToolUse;
  readonly permission: CallPermission;
  readonly #token: ApprovalToken;

  private constructor(use: ToolUse, permission: CallPermission, clock: Clock) {
    this.use = use;
    this.permission = permission;
    this.#token = new ApprovalToken(factsOf(use, use.tool), clock);
  }

  static automatic(use: ToolUse, _because: Decision & { readonly verdict: 'allow' }, clock: Clock): CallPass {
    return new CallPass(use, { kind: 'automatic' }, clock);
  }

  static approved(
    use: ToolUse,
    answer: { readonly kind: 'allowed'; readonly scope: AllowScope },
    clock: Clock,
  ): CallPass {
    return new CallPass(use, { kind: 'user', scope: answer.scope }, clock);
  }

  /**
   * Uses the pass up, right before the call is written. `current` is the tool as its server offers it now. Gives the
   * call, ready to run, or why it may not run any more.
   */
  redeem(current: Tool | undefined): RedeemedCall | TokenRefusal {
    const { tool, arguments: args } = this.use;
    if (current === undefined) {
      return {
        changed: [],
        sentence: `The call was not sent: ${tool.serverName} does not offer ${tool.name} any more.`,
      };
    }
    return this.#token.redeem(factsOf(this.use, current)) ?? { run: (context) => tool.handler(args, context) };
  }
}

export interface RedeemedCall {
  /** Writes the call. May throw or reject: the tool's border makes a result of that. */
  readonly run: (context: ToolCallContext) => Promise<ToolResult>;
}

function factsOf({ callId, arguments: args }: ToolUse, tool: Tool): CallFacts {
  const { serverId, name, fingerprint, connectionId } = tool;
  return { callId, serverId, tool: name, arguments: args, fingerprint, connectionId };
}
