import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { McpServer } from '../kit/mcp-server.js';
import { serveStdio } from '../kit/stdio.js';
import { readPages } from './page-folder.js';
import { PAGES } from './pages.js';
import { docsTools } from './tools.js';

const USAGE = `Usage: docs [<folder>] [--gatehouse-version <version>]

An MCP server over stdin and stdout with the tools search and get_version.
It searches the Markdown files in <folder>, or its own pages about Gatehouse where no folder is given.
`;

function readCommandLine(): { readonly folder?: string; readonly version?: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'gatehouse-version': { type: 'string' } },
    });
    const [folder] = positionals;
    const version = values['gatehouse-version'];
    if (positionals.length > 1) return undefined;
    return { ...(folder !== undefined && { folder: resolve(folder) }), ...(version !== undefined && { version }) };
  } catch {
    return undefined; // an unknown option; the usage names those there are
  }
}

async function main(): Promise<void> {
  const options = readCommandLine();
  if (options === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { folder, version } = options;
  if (folder !== undefined && !(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  const pages = folder === undefined ? () => PAGES : () => readPages(folder);
  const info = {
    name: 'docs',
    title: 'Gatehouse docs',
    version: '1.0.0',
    instructions: 'Pages about Gatehouse. Search before answering questions about it.',
  };
  serveStdio(new McpServer(info, docsTools(pages, version)));
}

main().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`docs could not open its folder: ${why}\n`);
  process.exitCode = 1;
});
