import type { ServerConfig } from '../../shared/server.js';
import type { RejectedTool } from '../../shared/tool.js';
import { serverToolSources } from '../tools/server-tool-source.js';
import type { ToolSource } from '../tools/tool.js';
import type { LiveServer } from './server-connection.js';

interface Offer {
  readonly sources: readonly ToolSource[];
  readonly rejected: readonly RejectedTool[];
}

const NOTHING: Offer = { sources: [], rejected: [] };

/** Turns what a running server listed into tool sources; one list is looked at once, however often it is asked for. */
export class ToolOffer {
  #last: { readonly live: LiveServer; readonly config: ServerConfig; readonly offer: Offer } | undefined;

  of(config: ServerConfig, live: LiveServer | undefined): Offer {
    if (live === undefined) return NOTHING;
    if (this.#last?.live !== live || this.#last.config !== config) {
      this.#last = { live, config, offer: offerOf(config, live) };
    }
    return this.#last.offer;
  }
}

function offerOf(config: ServerConfig, live: LiveServer): Offer {
  const { session, connectionId, list } = live;
  const { id, name, trustReadOnlyHint } = config;
  const { sources, rejected } = serverToolSources(
    { serverId: id, serverName: name, connectionId, trustReadOnlyHint },
    list.tools,
    // Bound to this session: a reconnect is another one, and a call can not slip over to it.
    (tool, args, { signal, onProgress }) => session.callTool(tool, args, { signal, onProgress }),
  );
  return { sources, rejected: [...list.rejected, ...rejected] };
}
