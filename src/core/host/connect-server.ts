import { errorMessage, GatehouseError } from '../errors.js';
import type { Connected, ServerManager } from '../servers/server-manager.js';
import type { ConnectOutcome, ConnectServer } from '../tools/builtin/connect-mcp.js';
import type { ToolPool } from '../tools/tool-pool.js';

/** What connecting a server is to `connect_mcp`: the same as to the page's Connect, with the first-start question. */
export function connectServer(manager: ServerManager, pool: () => ToolPool): ConnectServer {
  return async (name, signal) => {
    try {
      return connectOutcome(await manager.connectByName(name, signal), pool());
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof GatehouseError && error.code === 'unknown-server') {
        return { kind: 'unknown', name, known: manager.names() };
      }
      return { kind: 'failed', serverName: name, message: errorMessage(error) };
    }
  };
}

type GoodOutcome = Extract<ConnectOutcome, { readonly tools: readonly string[] }>;

/** With the names under which the model can call the tools. */
export function connectOutcome({ server, alreadyConnected }: Connected, { tools }: ToolPool): GoodOutcome {
  return {
    kind: alreadyConnected ? 'already-connected' : 'connected',
    serverName: server.name,
    tools: tools.filter((tool) => tool.serverId === server.id).map((tool) => tool.wireName),
  };
}
