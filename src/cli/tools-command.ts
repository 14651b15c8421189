import type { ServerView } from '../shared/server.js';
import type { ToolView } from '../shared/tool.js';
import { connectAll, connectExit } from './connect-all.js';
import type { House } from './house.js';
import type { Work } from './invocation.js';
import { oneLine } from './table.js';
import type { Terminal } from './terminal.js';

type ToolsWork = Extract<Work, { readonly command: 'tools' }>;

const VERDICT_WORDS: Readonly<Record<string, string>> = { allow: 'runs', confirm: 'asks', deny: 'never' };

/** `gatehouse tools [server]`: what the running servers offer, and what would happen to a call. */
export async function toolsCommand({ server }: ToolsWork, house: House, terminal: Terminal): Promise<number> {
  const { running, failed } = await connectAll(house, await house.chosen(server));
  const hidden = running.flatMap((view) => view.hidden.map((tool) => ({ server: view.name, ...tool })));
  if (terminal.json) {
    const tools = running.flatMap((view) => view.tools.map((tool) => ({ server: view.name, ...tool })));
    terminal.document({ tools, hidden, failed });
    return connectExit(failed);
  }
  const rows = running.flatMap((view) => view.tools.map((tool) => row(view, tool)));
  if (rows.length > 0) terminal.table(['SERVER', 'TOOL', 'CLAIMS', 'CALL', 'DESCRIPTION'], rows);
  else terminal.note('No tools.');
  for (const tool of hidden) terminal.note(`hidden: ${tool.reason}`, 'yellow');
  for (const { server: name, message } of failed) terminal.note(`${name}: ${message}`, 'red');
  return connectExit(failed);
}

function row(view: ServerView, { name, badges, decision, description }: ToolView): readonly string[] {
  const claims = badges.join(', ');
  return [view.name, name, claims, VERDICT_WORDS[decision.verdict] ?? decision.verdict, oneLine(description)];
}
