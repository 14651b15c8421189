import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ServerId } from '../../shared/server.js';
import { createValidatorCache } from '../schema/validator.js';
import { toolNamed } from '../testing/scripted-session.js';
import { serverToolSource } from './server-tool-source.js';
import { createToolPool } from './tool-pool.js';

const validators = createValidatorCache();

/** What a server lists, under one connection or the next. */
function listed(connectionId: string, names: readonly string[]) {
  const server = { serverId: branded<ServerId>('s'), serverName: 's', connectionId, trustReadOnlyHint: false };
  return names.map((name) => serverToolSource(server, toolNamed(name), async () => ({ content: [], isError: false })));
}

describe('the tools of five turns', () => {
  it('are the same bytes, in whatever order a server lists them anew', () => {
    const names = ['beta', 'Alpha', 'gamma', 'delta-1', 'alpha'];
    const bytes = Array.from({ length: 5 }, (_, turn) => {
      const order = [...names.slice(turn), ...names.slice(0, turn)];
      return JSON.stringify(createToolPool(listed(`c${turn}`, order), validators).offered);
    });
    expect(new Set(bytes).size).toBe(1);
  });
});
