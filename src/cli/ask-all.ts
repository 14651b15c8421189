import type { ServerId } from '../shared/server.js';
import { connectAll, type Unconnected } from './connect-all.js';
import type { House } from './house.js';

/** What the servers answered, and those that did not. */
export interface AskedAll<T> {
  /** In the order of the configuration. */
  readonly offered: readonly (T & { readonly server: string })[];
  readonly failed: readonly Unconnected[];
}

/** Connects the servers (`name`: that one alone) and asks each the same. One that fails keeps no other from answering. */
export async function askAll<T extends object>(
  house: House,
  name: string | undefined,
  ask: (id: ServerId) => Promise<T>,
): Promise<AskedAll<T>> {
  const { running, failed: unconnected } = await connectAll(house, await house.chosen(name));
  const offered: (T & { readonly server: string })[] = [];
  const failed: Unconnected[] = [...unconnected];
  for (const { id, name: server } of running) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the configuration; each answers at once
      offered.push({ ...(await ask(id)), server });
    } catch (error) {
      failed.push(house.failure(server, error));
    }
  }
  return { offered, failed };
}
