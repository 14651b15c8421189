import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { McpServer } from '../kit/mcp-server.js';
import { serveHttp } from '../kit/serve-http.js';
import { serveWebSocket } from '../kit/serve-websocket.js';
import { serveStdio } from '../kit/stdio.js';
import { readPages } from './page-folder.js';
import { PAGES } from './pages.js';
import { docsCompletion, docsPrompts } from './prompts.js';
import { docsResources } from './resources.js';
import { docsTools } from './tools.js';

const USAGE = `Usage: docs [<folder>] [--gatehouse-version <version>] [--http <port> [--events]] [--ws <port>]

An MCP server with the tools search and get_version, its pages as resources, and the prompt explain.
It searches the Markdown files in <folder>, or its own pages about Gatehouse where no folder is given.

It speaks over stdin and stdout, or on this computer over Streamable HTTP (--http; --events answers with streams of
events) and WebSocket (--ws). Port 0 is any free one; the address is printed on stderr.
`;

interface Options {
  readonly folder?: string;
  readonly version?: string;
  readonly http?: number;
  readonly ws?: number;
  readonly events: boolean;
}

function readCommandLine(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'gatehouse-version': { type: 'string' },
        http: { type: 'string' },
        ws: { type: 'string' },
        events: { type: 'boolean', default: false },
      },
    });
    const [folder] = positionals;
    const version = values['gatehouse-version'];
    if (positionals.length > 1) return undefined;
    return {
      ...(folder !== undefined && { folder: resolve(folder) }),
      ...(version !== undefined && { version }),
      ...(values.http !== undefined && { http: portOf(values.http) }),
      ...(values.ws !== undefined && { ws: portOf(values.ws) }),
      events: values.events,
    };
  } catch {
    return undefined; // an unknown option or no port; the usage names what there is
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${text} is no port`);
  return port;
}

async function main(): Promise<void> {
  const options = readCommandLine();
  if (options === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { folder, version, http, ws, events } = options;
  if (folder !== undefined && !(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  const pages = folder === undefined ? () => PAGES : () => readPages(folder);
  const info = {
    name: 'docs',
    title: 'Gatehouse docs',
    version: '1.0.0',
    instructions: 'Pages about Gatehouse. Search before answering questions about it.',
  };
  const offers = [docsResources(pages), docsPrompts(pages), docsCompletion(pages)];
  const newServer = (): McpServer => new McpServer(info, docsTools(pages, version), offers);
  if (http !== undefined) announce(await serveHttp({ port: http, events, newServer }));
  if (ws !== undefined) announce(await serveWebSocket({ port: ws, newServer }));
  if (http === undefined && ws === undefined) serveStdio(newServer());
}

function announce(address: URL): void {
  process.stderr.write(`docs listens at ${address.href}\n`);
}

main().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`docs could not start: ${why}\n`);
  process.exitCode = 1;
});
