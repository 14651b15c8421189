import type { ServerView } from '../shared/server.js';
import { EXIT } from './exit-codes.js';
import type { House } from './house.js';

/** Servers that start at a time. */
const AT_A_TIME = 6;

export interface Unconnected {
  readonly server: string;
  readonly code: string;
  readonly message: string;
}

export interface ConnectedAll {
  /** In the order of the configuration. */
  readonly running: readonly ServerView[];
  readonly failed: readonly Unconnected[];
}

/** Starts these servers, some at a time. One that does not start keeps no other from it. */
export async function connectAll(house: House, servers: readonly ServerView[]): Promise<ConnectedAll> {
  const waiting = [...servers];
  const running = new Map<string, ServerView>();
  const failed: Unconnected[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a worker starts one server at a time
        running.set(next.id, await house.connect(next));
      } catch (error) {
        failed.push(house.failure(next.name, error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const order = (id: string): ServerView[] => {
    const view = running.get(id);
    return view === undefined ? [] : [view];
  };
  return { running: servers.flatMap(({ id }) => order(id)), failed };
}

/** What these failures make of the exit code: a start that was not allowed weighs more than one that failed. */
export function connectExit(failed: readonly Unconnected[]): number {
  if (failed.some(({ code }) => code === 'not-confirmed' || code === 'sign-in-declined')) return EXIT.denied;
  return failed.length > 0 ? EXIT.failed : EXIT.ok;
}
