import type { AppSnapshot, AppState, HostEvent } from '../../shared/host-event.js';
import type { GatehouseBridge } from '../../shared/ipc/bridge.js';
import type { IpcResult } from '../../shared/ipc/result.js';
import { DEFAULT_SETTINGS } from '../../shared/settings.js';
import { createPageStore, type PageStore } from './page-store.js';

export const APP: AppState = {
  settings: DEFAULT_SETTINGS,
  apiKey: { kind: 'none' },
  models: { models: [], current: 'gatehouse-practice' },
  servers: [],
  conversations: [],
  approvals: [],
  policies: [],
  argumentRules: [],
  guard: { shipped: [], added: [], removed: [] },
  chatGrants: [],
  hookRuns: [],
  notices: [],
  audit: { lastSeq: 0 },
};

type Answer = (input: unknown) => Promise<IpcResult<unknown>> | IpcResult<unknown>;

/** A page with a bridge whose answers the test writes, and frames that the test draws. */
export interface PageKit {
  readonly store: PageStore;
  readonly calls: (readonly [string, unknown])[];
  readonly answers: Record<string, Answer>;
  readonly hash: () => string;
  /** Changes the address from outside the page. */
  readonly moveTo: (hash: string) => void;
  emit(event: HostEvent): void;
  /** Runs what waits for the next animation frame. */
  draw(): void;
  /** Runs what waits for time to pass. */
  wait(): void;
}

export function pageKit(hash = '', seq = 0): PageKit {
  const listeners = new Set<(event: HostEvent) => void>();
  const calls: (readonly [string, unknown])[] = [];
  const frames: (() => void)[] = [];
  const movers: (() => void)[] = [];
  let memory = hash;
  const snapshot: AppSnapshot = { seq, state: APP, systemLanguage: 'en', platform: 'linux', version: '1.2.3' };
  const answers: Record<string, Answer> = {
    'app.snapshot': () => ({ ok: true, value: snapshot }),
    'drafts.list': () => ({ ok: true, value: { drafts: [] } }),
  };
  const waiting = new Set<() => void>();
  const commands = new Proxy(
    {},
    {
      get: (_target, name: string) => async (input: unknown) => {
        calls.push([name, input]);
        return (await answers[name]?.(input)) ?? { ok: true, value: null };
      },
    },
  ) as GatehouseBridge['commands'];
  const bridge: GatehouseBridge = {
    commands,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const store = createPageStore({
    bridge,
    language: 'en',
    memory: {
      read: () => memory,
      write: (next) => void (memory = next),
      onMoved: (changed) => void movers.push(changed),
    },
    nextFrame: (work) => void frames.push(work),
    later: (_ms, work) => {
      waiting.add(work);
      return () => void waiting.delete(work);
    },
  });
  return {
    store,
    calls,
    answers,
    hash: () => memory,
    moveTo: (next) => {
      memory = next;
      movers.forEach((move) => move());
    },
    emit: (event) => listeners.forEach((listener) => listener(event)),
    wait: () => {
      const due = [...waiting];
      waiting.clear();
      due.forEach((work) => work());
    },
    draw: () => frames.splice(0).forEach((work) => work()),
  };
}

/** Lets every promise that is already settled tell those who wait for it. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
