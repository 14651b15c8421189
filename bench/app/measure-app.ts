import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { type AppMeasure, appTable, isMet } from './app-goals.js';
import { furnish } from './chats.js';
import { measureStart, runOnce, type StartFigures, type StartOptions } from './electron-start.js';
import { measurePage, type PageFigures, quantile } from './page-measures.js';

/* What `npm run bench:app` runs once all is built; the argument is one JSON object. */

interface Order {
  readonly root: string;
  readonly electron: string;
  readonly switches: readonly string[];
  readonly rounds: number;
  /** Of `start`, `page`, `deltas`; a whole run has all. */
  readonly parts: readonly string[];
  readonly deltasMain: string;
}

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const folder = mkdtempSync(join(os.tmpdir(), 'gatehouse-bench-'));
/** How long a start is left alone before its memory is looked at, ms. */
const REST_MS = 5_000;
const DELTAS = 10_000;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Ours and the bare window take turns; the first round warms what Chromium keeps, and counts for neither. */
async function starts(): Promise<readonly AppMeasure[]> {
  const home = join(folder, 'start');
  await furnish(home);
  const bareHome = join(folder, 'bare');
  mkdirSync(bareHome);
  const { root, rounds } = order;
  const probe = ['-r', join(root, 'bench/app/probe.cjs')];
  const ours: StartFigures[] = [];
  const bare: StartFigures[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    /* oxlint-disable no-await-in-loop -- one after the other: they share the processor */
    bare.push(await measureStart(options(bareHome), [...probe, join(root, 'bench/app/bare')], REST_MS));
    ours.push(await measureStart(options(home), [...probe, root], REST_MS));
    /* oxlint-enable no-await-in-loop */
  }
  const both = (of: (one: StartFigures) => number) => ({
    ours: median(ours.slice(1).map(of)),
    bare: median(bare.slice(1).map(of)),
  });
  const ready = both((one) => one.readyMs);
  const cpu = both((one) => one.readyCpuMs);
  const pss = both((one) => one.rest.pssMb);
  return [
    {
      name: 'start to ready-to-show',
      unit: 'ms',
      ...ready,
      goal: 1.1,
      against: { name: '×', value: ready.ours / ready.bare },
    },
    { name: 'CPU of main by then', unit: 'ms', ...cpu, against: { name: '×', value: cpu.ours / cpu.bare } },
    {
      name: 'start to a composer that can be typed in',
      unit: 'ms',
      ours: median(ours.slice(1).map((one) => one.usableMs)),
    },
    {
      name: 'memory at rest (PSS of all processes)',
      unit: 'MB',
      ...pss,
      goal: 25,
      against: { name: '+', value: pss.ours - pss.bare },
    },
    { name: 'processes', unit: '', ...both((one) => one.rest.processes) },
  ];
}

async function page(): Promise<readonly AppMeasure[]> {
  const runs: PageFigures[] = [];
  for (let round = 0; round < order.rounds; round += 1) {
    const home = join(folder, `page-${round}`);
    /* oxlint-disable no-await-in-loop -- two apps at once would slow each other */
    await furnish(home);
    runs.push(await measurePage(order.root, home));
    /* oxlint-enable no-await-in-loop */
    rmSync(home, { recursive: true, force: true });
  }
  const of = (figure: (run: PageFigures) => number): number => median(runs.map(figure));
  return [
    { name: 'opening a chat of 2,000 messages', unit: 'ms', ours: of((run) => median(run.openMs)), goal: 300 },
    { name: 'the slowest of seven searches in 10,000 messages', unit: 'ms', ours: of((run) => run.searchMs), goal: 50 },
    {
      name: 'work in a frame while 20,000 tokens stream (median)',
      unit: 'ms',
      ours: of((run) => run.frameWorkMs),
      goal: 16,
    },
    { name: 'CPU of the page for each frame then', unit: 'ms', ours: of((run) => run.frameCpuMs) },
    { name: 'the same work, 95 of 100 frames', unit: 'ms', ours: of((run) => run.frameWork95Ms) },
    {
      name: 'between two frames then (a screen of 60 Hz has 16.7)',
      unit: 'ms',
      ours: of((run) => run.frameGapMs),
      goal: 17,
    },
    { name: 'page memory that the answer takes', unit: 'MB', ours: of((run) => run.heldMb) },
    { name: 'page memory that comes after the end', unit: 'MB', ours: of((run) => run.grownMb), goal: 0.5 },
  ];
}

async function deltas(): Promise<readonly AppMeasure[]> {
  const cpu: number[] = [];
  for (let round = 0; round <= order.rounds; round += 1) {
    const home = join(folder, `deltas-${round}`);
    mkdirSync(home);
    const args = [order.deltasMain, join(order.root, 'out/preload/index.cjs'), String(DELTAS), '2000'];
    // oxlint-disable-next-line no-await-in-loop -- two apps at once would slow each other
    const told = Object(await runOnce(options(home), args));
    if (told.heard !== DELTAS * 'word '.length) throw new Error(`the page heard ${told.heard} characters`);
    cpu.push(Number(told.cpuMs));
  }
  return [{ name: 'CPU of main for 10,000 deltas', unit: 'ms', ours: median(cpu.slice(1)), goal: 10 }];
}

function options(home: string): StartOptions {
  return { electron: order.electron, switches: order.switches, home };
}

function machine(): string {
  const [cpu] = os.cpus();
  const [load = 0] = os.loadavg();
  return `${new Date().toISOString().slice(0, 10)}, ${os.platform()} ${os.arch()}, ${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${order.rounds} rounds, load ${load.toFixed(1)} at the end.`;
}

const PARTS: Readonly<Record<string, () => Promise<readonly AppMeasure[]>>> = { start: starts, page, deltas };
try {
  const measures: AppMeasure[] = [];
  // oxlint-disable-next-line no-await-in-loop -- parts side by side would slow each other
  for (const part of order.parts) measures.push(...((await PARTS[part]?.()) ?? []));
  const table = appTable(measures, machine());
  console.log(table);
  if (order.parts.length === Object.keys(PARTS).length) {
    const results = join(order.root, 'bench/results');
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'app.md'), table);
    writeFileSync(join(results, 'app.json'), `${JSON.stringify(measures, undefined, 1)}\n`);
  }
  if (measures.some((measure) => isMet(measure) === false)) console.log('A goal was missed.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
