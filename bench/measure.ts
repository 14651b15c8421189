/*
 * One measurement in a fresh process: `node measure.js '<order as JSON>'` prints one JSON object of figures.
 * The runner (run.mjs) starts it for each client in turn.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Open, Subject, Target } from './clients/subject.js';

interface Order {
  readonly scenario: string;
  readonly server: 'stdio' | 'json' | 'sse' | 'tiny';
  /** How many calls, bytes, messages or servers. */
  readonly count: number;
  /** What the server is given. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder with the servers. */
  readonly servers: string;
  /** The file with the tools of the tiny server. */
  readonly tools: string;
  /** The file of the client that is measured, built. */
  readonly client: string;
}

type Figures = Record<string, number>;

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const TEXT = 'abcdefghij'.repeat(10);
let httpServer: ChildProcess | undefined;
let heard = 0;
let onHeard: () => void = () => {};

const loadClient = (): Promise<{ readonly open: Open }> => import(order.client);

async function target(): Promise<Target> {
  const { server, servers, env } = order;
  if (server === 'stdio') {
    return { transport: 'stdio', command: process.execPath, args: [`${servers}/stdio.mjs`], env };
  }
  if (server === 'tiny') {
    return { transport: 'stdio', command: '/bin/sh', args: [`${servers}/tiny.sh`, order.tools], env };
  }
  httpServer = spawn(process.execPath, [`${servers}/http.mjs`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = httpServer.stdout === null ? [] : await once(httpServer.stdout, 'data');
  return { transport: 'http', url: new URL(`http://127.0.0.1:${String(port).trim()}/${server}`) };
}

async function connect(): Promise<Subject> {
  const { open } = await loadClient();
  return open(await target(), () => {
    heard++;
    onHeard();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** The CPU time of this process, ms. */
function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e3;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** One call after the other: µs of the median one. */
async function sequential(): Promise<Figures> {
  const subject = await connect();
  for (let at = 0; at < order.count / 4; at++) await subject.call('echo', { text: TEXT });
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let at = 0; at < order.count; at++) times.push(await timed(() => subject.call('echo', { text: TEXT })));
  const spent = cpuMs(cpu);
  await subject.close();
  return { value: quantile(times, 0.5) * 1e3, cpu: (spent * 1e3) / order.count };
}

/** 64 calls under way at any time: calls a second. */
async function inFlight(): Promise<Figures> {
  const subject = await connect();
  const run = async (count: number): Promise<void> => {
    let left = count;
    const lane = async (): Promise<void> => {
      while (left-- > 0) await subject.call('echo', { text: TEXT });
    };
    await Promise.all(Array.from({ length: 64 }, lane));
  };
  await run(order.count / 4);
  const cpu = process.cpuUsage();
  const ms = await timed(() => run(order.count));
  const spent = cpuMs(cpu);
  await subject.close();
  return { value: order.count / (ms / 1e3), cpu: (spent * 1e3) / order.count };
}

/** One large result: ms. */
async function large(): Promise<Figures> {
  const subject = await connect();
  await subject.call('blob', { size: 1_000 });
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const { content } = await subject.call('blob', { size: order.count });
  const value = performance.now() - begin;
  const spent = cpuMs(cpu);
  const [block] = content;
  if (!JSON.stringify(block ?? '').startsWith('{"type":"text","text":"const answer')) throw new Error('wrong content');
  await subject.close();
  return { value, cpu: spent };
}

/** Messages that nobody asked for: ms until the last was heard, the best of three after a first. */
async function notifications(): Promise<Figures> {
  const subject = await connect();
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let at = 0; at < 4; at++) {
    heard = 0;
    const all = new Promise<void>((resolve) => {
      onHeard = () => heard === order.count && resolve();
    });
    times.push(await timed(() => Promise.all([all, subject.call('flood', { count: order.count })])));
  }
  const spent = cpuMs(cpu) / 4;
  await subject.close();
  return { value: Math.min(...times.slice(1)), cpu: spent, delivered: heard };
}

/** Progress of one call: ms, the best of three after a first; and the least that was delivered. */
async function progress(): Promise<Figures> {
  const subject = await connect();
  const times: number[] = [];
  let delivered = order.count;
  const cpu = process.cpuUsage();
  for (let at = 0; at < 4; at++) {
    let steps = 0;
    times.push(await timed(() => subject.call('progress', { count: order.count }, () => steps++)));
    // What comes late by a turn still counts as delivered.
    await pause(20);
    delivered = Math.min(delivered, steps);
  }
  const spent = cpuMs(cpu) / 4;
  await subject.close();
  return { value: Math.min(...times.slice(1)), cpu: spent, delivered };
}

/** All pages of the tools: ms of the second listing. */
async function listing(): Promise<Figures> {
  const subject = await connect();
  const first = await timed(() => subject.listTools());
  const cpu = process.cpuUsage();
  let delivered = 0;
  const value = await timed(async () => {
    delivered = (await subject.listTools()).length;
  });
  const spent = cpuMs(cpu);
  await subject.close();
  return { value, cpu: spent, first, delivered };
}

/** Import of the client, start of a server, handshake and list of tools, in a process that has just begun: ms. */
async function cold(): Promise<Figures> {
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const subject = await connect();
  const tools = await subject.listTools();
  const value = performance.now() - begin;
  const spent = cpuMs(cpu);
  await subject.close();
  return { value, cpu: spent, delivered: tools.length };
}

function unheard(): void {}

/** Servers that run at once, with their tools kept: MB of the host's memory for each. */
async function many(): Promise<Figures> {
  const { open } = await loadClient();
  const where = await target();
  const kept: unknown[] = [];
  wakeCompiler();
  const before = await settledRss();
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const subjects = await Promise.all(
    Array.from({ length: order.count }, async () => {
      const subject = await open(where, unheard);
      kept.push(await subject.listTools());
      return subject;
    }),
  );
  const ms = performance.now() - begin;
  const spent = cpuMs(cpu);
  const value = ((await settledRss()) - before) / order.count;
  await Promise.all(subjects.map((subject) => subject.close()));
  return { value, ms, cpu: spent, delivered: kept.length };
}

/**
 * Has V8 optimize a function: the first one brings in 4 MB of the runtime's code, once in the life of a process. The SDKs
 * do so while they are imported, before they are measured; it is no part of what a server costs.
 */
function wakeCompiler(): void {
  const table = new Float64Array(64);
  for (let at = 0; at < 2_000_000; at++) {
    const place = at % table.length;
    table[place] = (table[place] ?? 0) + at;
  }
}

/** MB that this process holds after what can be freed was freed. */
async function settledRss(): Promise<number> {
  for (let at = 0; at < 3; at++) {
    globalThis.gc?.();
    await pause(100);
  }
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

const SCENARIOS: Readonly<Record<string, () => Promise<Figures>>> = {
  sequential,
  'in-flight': inFlight,
  large,
  notifications,
  progress,
  listing,
  cold,
  many,
};

const figures = await SCENARIOS[order.scenario]?.();
httpServer?.stdin?.end();
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
