import type { ServerStatus } from '../shared/server.js';
import { connectAll, connectExit, type Unconnected } from './connect-all.js';
import { EXIT } from './exit-codes.js';
import type { House, KnownServer } from './house.js';
import type { Work } from './invocation.js';
import type { Terminal } from './terminal.js';

type ServersWork = Extract<Work, { readonly command: 'servers' }>;

/** `gatehouse servers`: what is configured; with `--connect` also how it runs. */
export async function serversCommand(work: ServersWork, house: House, terminal: Terminal): Promise<number> {
  const source = (view: KnownServer['view']): string =>
    view.bundled ? 'bundled' : work.config === undefined ? 'app' : 'file';
  const before = await house.servers();
  let failed: readonly Unconnected[] = [];
  if (work.connect) {
    const views = before.map(({ view }) => view).filter((view) => view.autoConnect);
    ({ failed } = await connectAll(house, views));
  }
  const servers = await house.servers();
  if (terminal.json) {
    terminal.document({ servers: servers.map((server) => shown(server, source(server.view), work.connect)) });
  } else if (work.connect) {
    const rows = servers.map(({ view }) => [
      view.name,
      stateWord(view.status),
      view.status.kind === 'running' ? String(view.tools.length) : '',
      view.status.kind === 'running' ? view.status.revision : '',
      failed.find(({ server }) => server === view.name)?.message ?? hiddenWords(view.hidden.length),
    ]);
    terminal.table(['SERVER', 'STATE', 'TOOLS', 'MCP', 'REMARK'], rows);
  } else {
    const rows = servers.map((server) => [
      server.view.name,
      source(server.view),
      startWord(server),
      server.view.launch.kind === 'stdio' ? server.view.launch.commandLine : server.view.launch.address,
    ]);
    terminal.table(['SERVER', 'FROM', 'START', 'COMMAND OR ADDRESS'], rows);
  }
  return work.connect ? connectExit(failed) : EXIT.ok;
}

function startWord({ view, confirmed }: KnownServer): string {
  if (!view.autoConnect) return 'by name';
  return confirmed ? 'by itself' : 'asks first';
}

function stateWord(status: ServerStatus): string {
  return status.kind;
}

function hiddenWords(count: number): string {
  return count === 0 ? '' : `${count} hidden ${count === 1 ? 'tool' : 'tools'}: see “gatehouse tools”`;
}

function shown(server: KnownServer, source: string, connected: boolean): object {
  const { id, name, launch, autoConnect, trustReadOnlyHint, status, tools, hidden } = server.view;
  return {
    id,
    name,
    source,
    start: startWord(server),
    autoConnect,
    confirmed: server.confirmed,
    trustReadOnlyHint,
    ...launch,
    ...(connected ? { status, tools: tools.length, hidden: hidden.length } : {}),
  };
}
