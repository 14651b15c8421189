import { expect, it, vi } from 'vitest';
import { projectRoot } from '../project.mjs';
import { crash } from './crash-rounds.test-kit.js';
import { CrashWorld } from './crash-world.test-kit.js';
import { nodeSubject } from './node-subject.test-kit.js';

vi.setConfig({ testTimeout: 300_000 }); // many children start slowly on a busy machine

it.runIf(process.platform === 'linux')(
  'a host that is killed 20 times in the middle of its work loses nothing, repeats nothing, and goes on',
  async () => {
    const world = await CrashWorld.open(projectRoot);
    const seed = Number(process.env['GATEHOUSE_CRASH_SEED'] ?? Date.now() % 1_000_000);
    try {
      const report = await crash({ world, start: nodeSubject(world.hostProgram), rounds: 20, seed });

      expect(report.kills).toBe(20);
      expect(report.messages).toBeGreaterThan(20);
      expect(report.effects).toBeGreaterThan(20);
    } finally {
      await world.close();
    }
  },
);
