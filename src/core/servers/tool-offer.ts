import type { JsonObject } from '../../shared/json.js';
import type { ServerConfig } from '../../shared/server.js';
import type { RawToolName, RejectedTool, ToolResult } from '../../shared/tool.js';
import { GatehouseError, toldOf } from '../errors.js';
import { toolFingerprint } from '../tools/fingerprint.js';
import { serverToolSources } from '../tools/server-tool-source.js';
import type { ToolCallContext, ToolSource } from '../tools/tool.js';
import type { LiveServer, ServerConnection } from './server-connection.js';
import { wantsSignIn } from './sign-in-codes.js';
import { unlessAborted } from './unless-aborted.js';

interface Offer {
  readonly sources: readonly ToolSource[];
  readonly rejected: readonly RejectedTool[];
}

const NOTHING: Offer = { sources: [], rejected: [] };

/** Turns what a running server listed into tool sources; one list is looked at once, however often it is asked for. */
export class ToolOffer {
  readonly #connection: ServerConnection;
  #last: { readonly live: LiveServer; readonly config: ServerConfig; readonly offer: Offer } | undefined;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
  }

  of(config: ServerConfig): Offer {
    const { live } = this.#connection;
    if (live === undefined) return NOTHING;
    if (this.#last?.live !== live || this.#last.config !== config) {
      this.#last = { live, config, offer: this.#offerOf(config, live) };
    }
    return this.#last.offer;
  }

  /** Names of the tools that were offered when the server last ran, while it does not. */
  unavailable(): readonly string[] {
    if (this.#connection.live !== undefined) return [];
    return this.#last?.offer.sources.map(({ name }) => name) ?? [];
  }

  #offerOf(config: ServerConfig, live: LiveServer): Offer {
    const { id, name, trustReadOnlyHint } = config;
    const { sources, rejected } = serverToolSources(
      { serverId: id, serverName: name, connectionId: live.connectionId, trustReadOnlyHint },
      live.list.tools,
      (tool, args, context) => this.#call(live, tool, args, context),
    );
    return { sources, rejected: [...live.list.rejected, ...rejected] };
  }

  /**
   * Bound to one session: a reconnect is another one, and a call can not slip over to it. The one exception is a session
   * that the server forgot before it took the call: then the very same tool is called in the one that follows.
   */
  async #call(live: LiveServer, tool: RawToolName, args: JsonObject, context: ToolCallContext): Promise<ToolResult> {
    const { signal, onProgress, onWithdrawn } = context;
    const options = { signal, onProgress, onWithdrawn };
    const { attendance } = this.#connection;
    try {
      return await attendance.call(() => live.session.callTool(tool, args, options));
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      if (wantsSignIn(error.code)) this.#connection.signInLost(live, toldOf(error, error.code));
      if (error.code !== 'session-expired') throw error;
      const next = await unlessAborted(this.#connection.successor(live), signal);
      if (next === undefined || fingerprint(next, tool) !== fingerprint(live, tool)) throw error;
      return attendance.call(() => next.session.callTool(tool, args, options));
    }
  }
}

/** Undefined where the tool is not offered. */
function fingerprint({ list }: LiveServer, name: RawToolName): string | undefined {
  const definition = list.tools.find((tool) => tool.name === name);
  return definition === undefined ? undefined : toolFingerprint(definition);
}
