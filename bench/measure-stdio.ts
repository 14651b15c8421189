/*
 * One measurement in a fresh process: `node measure-stdio.js <client> <scenario> <server file>` prints one JSON object.
 * Clients: `ours`, `sdk` (the official one), `raw` (lines, JSON.parse and a map of ids, nothing else: the floor).
 */
import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpClient } from '../src/core/mcp/client.js';
import { StdioTransport } from '../src/core/mcp/transports/stdio.js';
import { branded } from '../src/shared/brand.js';
import type { JsonObject } from '../src/shared/json.js';
import type { RawToolName } from '../src/shared/tool.js';

interface Subject {
  call(name: string, args: JsonObject): Promise<unknown>;
  close(): Promise<void>;
}

const [kind = '', scenario = '', server = ''] = process.argv.slice(2);
const env = { PATH: process.env['PATH'] ?? '' };
const args = [server];

async function ours(): Promise<Subject> {
  const transport = new StdioTransport({ command: process.execPath, args, env, cwd: process.cwd() });
  const session = await new McpClient('0').connect(transport);
  return {
    call: (name, input) => session.callTool(branded<RawToolName>(name), input),
    close: () => session.close(),
  };
}

async function sdk(): Promise<Subject> {
  const client = new Client({ name: 'bench', version: '0' });
  // Its default limit of 10 MiB would end the connection in the scenario with the large result.
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, maxBufferSize: 2 ** 30 }));
  return { call: (name, input) => client.callTool({ name, arguments: input }), close: () => client.close() };
}

async function raw(): Promise<Subject> {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (result: unknown) => void>();
  let pieces: Buffer[] = [];
  let lastId = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]).toString();
      pieces = [];
      start = end + 1;
      const { id, result } = JSON.parse(line);
      waiting.get(id)?.(result);
      waiting.delete(id);
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
  const request = (method: string, params: JsonObject): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++lastId, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`);
    });
  await request('initialize', { protocolVersion: '2025-11-25' });
  return {
    call: (name, input) => request('tools/call', { name, arguments: input }),
    close: async () => {
      child.kill();
    },
  };
}

async function sequential(subject: Subject): Promise<Record<string, number>> {
  const text = 'x'.repeat(100);
  for (let at = 0; at < 1_500; at++) await subject.call('echo', { text });
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let at = 0; at < 20_000; at++) {
    const begin = performance.now();
    await subject.call('echo', { text });
    times.push(performance.now() - begin);
  }
  const { user, system } = process.cpuUsage(cpu);
  const sorted = times.toSorted((a, b) => a - b);
  return { 'p50 µs': (sorted[10_000] ?? 0) * 1e3, 'CPU µs/call': (user + system) / 20_000 };
}

async function inFlight(subject: Subject): Promise<Record<string, number>> {
  const text = 'x'.repeat(100);
  const run = async (count: number): Promise<void> => {
    let left = count;
    const lane = async (): Promise<void> => {
      while (left-- > 0) await subject.call('echo', { text });
    };
    await Promise.all(Array.from({ length: 64 }, lane));
  };
  await run(5_000);
  const begin = performance.now();
  await run(100_000);
  return { 'calls/s': 100_000 / ((performance.now() - begin) / 1e3) };
}

async function large(subject: Subject): Promise<Record<string, number>> {
  await subject.call('blob', { size: 1_000 });
  const begin = performance.now();
  await subject.call('blob', { size: 10_000_000 });
  return { ms: performance.now() - begin };
}

const subject = await (kind === 'ours' ? ours() : kind === 'sdk' ? sdk() : raw());
const figures = await (scenario === 'sequential' ? sequential : scenario === 'in-flight' ? inFlight : large)(subject);
await subject.close();
console.log(JSON.stringify(figures));
