import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { runningWith, until } from '../src/core/process/process-probe.test-kit.js';

/** A started Gatehouse with a data folder of its own. */
export interface GatehouseApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Its `GATEHOUSE_HOME`. */
  readonly home: string;
  /** Pids of the app and of everything it started, found by an environment entry that children inherit. */
  readonly processes: () => readonly number[];
  /** Quits as a user does, and waits until nothing is left. */
  readonly quit: () => Promise<void>;
}

export interface LaunchOptions {
  readonly language?: 'en-US' | 'zh-CN';
  readonly env?: Readonly<Record<string, string>>;
  /** Started instead of Electron, with its arguments; has to become Electron. */
  readonly program?: string;
  /** Leaves Chromium's sandbox on, which Playwright switches off else. */
  readonly sandbox?: boolean;
  /** Another data folder than the test's own. */
  readonly home?: string;
}

/** Starts the app on a data folder and waits until its page stands. */
async function launchGatehouse(home: string, options: LaunchOptions = {}): Promise<GatehouseApp> {
  const { ANTHROPIC_API_KEY: _key, ANTHROPIC_BASE_URL: _url, ...env } = process.env;
  const mark = randomUUID();
  // XDG_* names are on the list of what a server inherits, so the mark reaches every descendant.
  const entry = `XDG_GATEHOUSE_TEST=${mark}`;
  const packed = process.env['GATEHOUSE_EXECUTABLE'];
  const executablePath = options.program ?? packed;
  const held = options.program === undefined ? [] : ['-r', LOADER];
  const app = await launchElectron({
    ...(executablePath === undefined ? {} : { executablePath }),
    chromiumSandbox: options.sandbox ?? false,
    // The page's own: Playwright would say light, whatever theme is set.
    colorScheme: null,
    args: [...held, ...(packed === undefined ? ['.'] : []), `--lang=${options.language ?? 'en-US'}`],
    env: {
      ...definedOnly(env),
      LANG: 'C.UTF-8',
      LANGUAGE: options.language === 'zh-CN' ? 'zh_CN' : 'en_US',
      ...options.env,
      GATEHOUSE_HOME: home,
      XDG_GATEHOUSE_TEST: mark,
    },
  });
  const page = await app.firstWindow();
  await page.getByRole('textbox', { name: /^(Message|消息)$/ }).waitFor();
  const processes = (): readonly number[] => runningWith(entry);
  return {
    app,
    page,
    home,
    processes,
    quit: async () => {
      await app.close();
      await until(() => processes().length === 0, 20_000);
    },
  };
}

/** Far past the longest start on a busy machine, ms. */
const START_MS = 40_000;

const playwright = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
/**
 * Holds an app back until Playwright watches its windows. Playwright loads it into an Electron that it finds by itself, and
 * into no other: there it may come just when the page is being put in its place, and then waits for ever to hear of that
 * (2 of 27 starts without it, 0 of 90 with it).
 */
const LOADER = join(dirname(playwright.resolve('playwright-core/package.json')), 'lib/server/electron/loader.js');

/** A packaged app can't be held back. One that Playwright did not get hold of is started once more, in sight. */
async function launchElectron(options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> {
  try {
    return await _electron.launch({ ...options, timeout: START_MS });
  } catch (error) {
    if (!String(error).includes(`Timeout ${START_MS}ms exceeded`)) throw error;
    console.warn(`Playwright did not get hold of the app, which is started once more.\n${String(error)}`);
    return _electron.launch({ ...options, timeout: START_MS });
  }
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface Fixtures {
  /** An empty data folder, removed afterwards. */
  readonly home: string;
  /** Starts apps on `home`; whatever is still running is ended after the test, which fails if anything outlives that. */
  readonly launch: (options?: LaunchOptions) => Promise<GatehouseApp>;
  /** One app, started: a fresh one, or the one of `shareApp` with a new chat. */
  readonly gatehouse: GatehouseApp;
}

/** The app that the tests of a block share. */
let shared: GatehouseApp | undefined;

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'));
    await use(home);
    await rm(home, { recursive: true, force: true });
  },
  launch: async ({ home }, use) => {
    const started: GatehouseApp[] = [];
    await use(async (options) => {
      const gatehouse = await launchGatehouse(options?.home ?? home, options);
      started.push(gatehouse);
      return gatehouse;
    });
    await Promise.all(started.map((gatehouse) => gatehouse.quit().catch(() => undefined)));
    const left = started.flatMap((gatehouse) => gatehouse.processes());
    base.expect(left, 'processes that outlived the app').toEqual([]);
  },
  gatehouse: async ({ launch }, use) => {
    if (shared === undefined) return use(await launch());
    await shared.page.getByRole('button', { name: /^(New chat|新对话)$/ }).click();
    return use(shared);
  },
});

export const expect = base.expect;

/**
 * Lets the tests of this file or `describe` block share one app, where a fresh start is not what they are about: a start
 * costs more than most tests. Each test gets a chat of its own; what it allows for good or adds to the servers stays for
 * the next. After a test that fails the next one gets a new app.
 */
export function shareApp(options: LaunchOptions = {}): void {
  test.beforeAll(async () => {
    shared = await launchGatehouse(await mkdtemp(join(tmpdir(), 'gatehouse-e2e-')), options);
  });
  test.afterAll(async () => {
    const gatehouse = shared;
    shared = undefined;
    if (gatehouse === undefined) return;
    await gatehouse.quit().catch(() => undefined);
    base.expect(gatehouse.processes(), 'processes that outlived the app').toEqual([]);
    await rm(gatehouse.home, { recursive: true, force: true });
  });
}
