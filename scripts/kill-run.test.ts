import { expect, it, vi } from 'vitest';
import { killHosts } from './kill-run.mjs';

vi.setConfig({ testTimeout: 120_000 }); // a hundred children start slowly on a busy machine

it.runIf(process.platform === 'linux')(
  'a killed host leaves no process, of whatever kind its servers are',
  async () => {
    const killings = await killHosts(20, 4);
    expect(killings).toHaveLength(20);
    expect(killings.filter(({ left }) => left > 0)).toEqual([]);
    // Half of them were killed with every server up: the host, and of each server itself and its watcher.
    expect(killings.filter(({ wasUp, running }) => wasUp && running >= 10).length).toBeGreaterThanOrEqual(10);
  },
);
