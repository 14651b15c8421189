/*
 * One measurement in a fresh process: `node measure-http.js <client> <json|sse> <port>` prints one JSON object.
 * Clients: `ours`, `sdk1` and `sdk2` (the official ones), `raw` (node:http, JSON.parse, nothing else).
 */
import http from 'node:http';
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpClient } from '../src/core/mcp/client.js';
import { RemoteHttpTransport } from '../src/core/mcp/transports/remote-http.js';
import { branded } from '../src/shared/brand.js';
import type { RawToolName } from '../src/shared/tool.js';

interface Subject {
  call(text: string): Promise<unknown>;
  close(): Promise<void>;
}

const CALLS = 3_000;
const [kind = '', mode = '', port = ''] = process.argv.slice(2);
const url = new URL(`http://127.0.0.1:${port}/${mode}`);

async function ours(): Promise<Subject> {
  const session = await new McpClient('0').connect(new RemoteHttpTransport({ url }));
  const echo = branded<RawToolName>('echo');
  return { call: (text) => session.callTool(echo, { text }), close: () => session.close() };
}

async function sdk1(): Promise<Subject> {
  const client = new Client1({ name: 'bench', version: '0' });
  await client.connect(new Transport1(url));
  return { call: (text) => client.callTool({ name: 'echo', arguments: { text } }), close: () => client.close() };
}

async function sdk2(): Promise<Subject> {
  const client = new Client2({ name: 'bench', version: '0' });
  await client.connect(new Transport2(url));
  return { call: (text) => client.callTool({ name: 'echo', arguments: { text } }), close: () => client.close() };
}

function raw(): Subject {
  const agent = new http.Agent({ keepAlive: true });
  let lastId = 0;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const call = (text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const params = { name: 'echo', arguments: { text } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params });
      const options = { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
      const request = http.request(url, options, (response) => {
        let said = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
        response.on('end', () => resolve(JSON.parse(mode === 'sse' ? said.slice(said.indexOf('{')) : said)));
      });
      request.on('error', reject).end(body);
    });
  const close = async (): Promise<void> => agent.destroy();
  return { call, close };
}

const text = 'x'.repeat(100);
const subject = await (kind === 'ours' ? ours() : kind === 'sdk1' ? sdk1() : kind === 'sdk2' ? sdk2() : raw());
for (let at = 0; at < 1_000; at++) await subject.call(text);
const times: number[] = [];
const cpu = process.cpuUsage();
for (let at = 0; at < CALLS; at++) {
  const begin = performance.now();
  await subject.call(text);
  times.push(performance.now() - begin);
}
const { user, system } = process.cpuUsage(cpu);
await subject.close();
const sorted = times.toSorted((a, b) => a - b);
const p50 = (sorted[CALLS / 2] ?? 0) * 1e3;
console.log(JSON.stringify({ 'p50 µs': p50, 'CPU µs/call': (user + system) / CALLS }));
