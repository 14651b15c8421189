import type { PolicyEntry } from '../../../shared/policy.js';
import type { ServerView } from '../../../shared/server.js';
import type { ToolView } from '../../../shared/tool.js';

/** The server id that the built-in tools go by. */
const BUILTIN = 'gatehouse';

export interface PolicyRow {
  readonly entry: PolicyEntry;
  /** The name the user gave the server; its id where the server is gone. */
  readonly serverName: string;
  readonly place: 'server' | 'builtin' | 'removed';
  /** The tool as it is now; undefined while its server is not running, or no longer has it. */
  readonly tool: ToolView | undefined;
}

/** The rules by server and tool, those of the user first. */
export function policyRows(entries: readonly PolicyEntry[], servers: readonly ServerView[]): readonly PolicyRow[] {
  const rows = entries.map((entry) =>
    rowOf(
      entry,
      servers.find((server) => server.id === entry.serverId),
    ),
  );
  return rows.toSorted(
    (a, b) =>
      Number(a.entry.origin === 'host') - Number(b.entry.origin === 'host') ||
      a.serverName.localeCompare(b.serverName) ||
      a.entry.tool.localeCompare(b.entry.tool),
  );
}

function rowOf(entry: PolicyEntry, server: ServerView | undefined): PolicyRow {
  if (server === undefined) {
    const builtin = entry.serverId === BUILTIN;
    return { entry, serverName: entry.serverId, place: builtin ? 'builtin' : 'removed', tool: undefined };
  }
  const tool = server.tools.find((item) => item.name === entry.tool);
  return { entry, serverName: server.name, place: 'server', tool };
}
