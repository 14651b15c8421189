import { _electron, type CDPSession, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHATS, chatTitle, lastMessage, markdown } from './chats.js';
import { startStreamServer } from './stream-server.js';

/** About 20,000 tokens. */
const STREAM_CHARACTERS = 80_000;
/** How long the page is left alone after the stream, ms. */
const QUIET_MS = 5_000;
/** Words that stand in all messages, in a few and in none; of three characters and more, and shorter. */
const QUERIES = ['the model', 'zebra77', '权限', '斑马77号', '斑马', 'nowhere', 'decide 权限'];

export interface PageFigures {
  /** From the click until the last message has been painted, for chats that were not open before. ms. */
  readonly openMs: readonly number[];
  /** CPU of the page's main thread in one opening. ms. */
  readonly openCpuMs: number;
  /** Of the slowest query, from the page and back. ms. */
  readonly searchMs: number;
  /** Between two frames while the stream runs, and what the page works in one. ms. */
  readonly frameGapMs: number;
  readonly frameWorkMs: number;
  readonly frameWork95Ms: number;
  /** CPU of the page's main thread in all that time, for each frame. ms. */
  readonly frameCpuMs: number;
  readonly frames: number;
  /** What the answer takes in the page's heap, and what comes to it after the end. MB. */
  readonly heldMb: number;
  readonly grownMb: number;
}

/** The app on a data folder with long chats, driven like a user drives it. */
export async function measurePage(root: string, home: string): Promise<PageFigures> {
  const server = await startStreamServer(() => markdown(STREAM_CHARACTERS, 1));
  const app = await _electron.launch({
    cwd: root,
    chromiumSandbox: false,
    args: ['.', '--lang=en-US'],
    env: { ...definedOnly(process.env), GATEHOUSE_HOME: home, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
  });
  try {
    const page = await app.firstWindow();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    const session = await page.context().newCDPSession(page);
    const searchMs = await measureSearch(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await cpuMs(session);
    const openMs = await measureOpening(page);
    const openCpuMs = ((await cpuMs(session)) - before) / CHATS;
    return { openMs, openCpuMs, searchMs, ...(await measureStream(page, session)) };
  } finally {
    await app.close();
    server.close();
  }
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function measureSearch(page: Page): Promise<number> {
  const times = await page.evaluate<number[]>(`(async () => {
    const slowest = [];
    for (const query of ${JSON.stringify(QUERIES)}) {
      const times = [];
      for (let at = 0; at < 7; at += 1) {
        const began = performance.now();
        const { ok } = await window.gatehouse.commands['conversations.search']({ query });
        if (!ok) throw new Error('the search was refused');
        times.push(performance.now() - began);
      }
      slowest.push(times.sort((a, b) => a - b)[3]);
    }
    return slowest;
  })()`);
  return Math.max(...times);
}

/** Each long chat once: nothing of it is in memory yet. */
async function measureOpening(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let chat = 0; chat < CHATS; chat += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a page shows one chat at a time
    times.push(await openChat(page, chat));
  }
  return times;
}

function openChat(page: Page, chat: number): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const row = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(chatTitle(chat))});
    const began = performance.now();
    row.click();
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const last = document.querySelector('[data-message="${lastMessage(chat)}"]');
      if (last !== null && last.getBoundingClientRect().top < innerHeight) break;
    }
    // A message that is posted in a frame comes after the frame was painted.
    await new Promise((resolve) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); }));
    return performance.now() - began;
  })()`);
}

/** What the main thread of the page has taken. ms. */
async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

type StreamFigures = Omit<PageFigures, 'openMs' | 'openCpuMs' | 'searchMs'>;

/** Looks seldom: to look takes time of the page. */
const TURN_OVER = `(async () => {
  const isRunning = () => [...document.querySelectorAll('button')].some((one) => (one.ariaLabel ?? one.textContent).trim() === 'Stop');
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  while (!isRunning()) await wait(50);
  while (isRunning()) await wait(500);
})()`;

async function measureStream(page: Page, session: CDPSession): Promise<StreamFigures> {
  const before = await heapMb(session);
  const input = page.getByRole('textbox', { name: 'Message' });
  await input.fill('Tell me everything.');
  const cpuBefore = await cpuMs(session);
  await page.evaluate(WATCH_FRAMES);
  await input.press('Enter');
  await page.evaluate(TURN_OVER);
  const { gaps, works } = await page.evaluate<{ gaps: number[]; works: number[] }>('window.stopFrames()');
  const frameCpuMs = ((await cpuMs(session)) - cpuBefore) / works.length;
  const after = await heapMb(session);
  await sleep(QUIET_MS);
  const later = await heapMb(session);
  return {
    frameGapMs: quantile(gaps, 0.5),
    frameWorkMs: quantile(works, 0.5),
    frameWork95Ms: quantile(works, 0.95),
    frameCpuMs,
    frames: works.length,
    heldMb: after - before,
    grownMb: later - after,
  };
}

/** In the page: the time between frames, and that from the begin of one to the end of its painting. */
const WATCH_FRAMES = `(() => {
  const gaps = [];
  const works = [];
  let last = performance.now();
  let goesOn = true;
  const { port1, port2 } = new MessageChannel();
  let began = 0;
  port1.onmessage = () => works.push(performance.now() - began);
  const frame = (at) => {
    gaps.push(at - last);
    last = at;
    began = performance.now();
    port2.postMessage(0);
    if (goesOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.stopFrames = () => { goesOn = false; return { gaps: gaps.slice(1), works }; };
})()`;

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
