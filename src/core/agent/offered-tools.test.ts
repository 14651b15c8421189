import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ServerId } from '../../shared/server.js';
import { textTokens } from '../conversation/token-estimate.js';
import { createValidatorCache } from '../schema/validator.js';
import { manyTools } from '../testing/many-tools.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { toolOf } from '../testing/tool-source.js';
import { builtinTools } from '../tools/builtin/builtin-tools.js';
import { narrowedPool } from '../tools/narrowed-pool.js';
import { createToolPool, type ToolPool } from '../tools/tool-pool.js';
import type { ToolSource } from '../tools/tool.js';
import { OfferedTools } from './offered-tools.js';
import { systemPrompt } from './system-prompt.js';
import type { ToolStep } from './tool-steps.js';

const WINDOW = 200_000;
const validators = createValidatorCache();
const builtins = builtinTools({
  workspace: { folder: () => '', protectedFolders: [] },
  env: {},
  bashSandbox: () => undefined,
  connect: () => Promise.reject(new Error('nothing is connected here')),
  readResult: () => undefined,
});
const BUILTINS = ['read', 'write', 'edit', 'bash', 'connect_mcp', 'read_result', 'find_tools'];
const hundred = createToolPool([...builtins, ...manyTools(100)], validators);

const poolOf = (...sources: readonly ToolSource[]) => createToolPool([...builtins, ...sources], validators);
const found = (...names: readonly string[]): ToolStep => ({ kind: 'found', names });
const called = (name: string): ToolStep => ({ kind: 'called', name });
const offer = (pool: ToolPool, steps: readonly ToolStep[] = [], window = WINDOW) =>
  new OfferedTools().of(pool, window, () => steps);
const names = (pool: ToolPool) => pool.offered.map(({ name }) => name as string);
/** So many tools of one server, each of about so many tokens. */
const server = (name: string, count: number, tokens = 500) =>
  Array.from({ length: count }, (_, n) => toolOf(name, `t${n}`, { description: 'x'.repeat(Math.round(tokens * 3.5)) }));

describe('100 servers with 100 tools each', () => {
  const steps = [
    found(...Array.from({ length: 10 }, (_, n) => `mcp__server-00${n}__merge_invoice`)),
    called('mcp__server-042__create_event'),
  ];

  it('take less than 15,000 tokens of a request, with what was found', () => {
    for (const one of [[], steps]) {
      const pool = offer(hundred, one);
      const serverNames = Array.from({ length: 100 }, (_, n) => `server-${String(n).padStart(3, '0')}`);
      const system = systemPrompt({ workspace: '/home/ada/work', serverNames, pool, now: 0 });
      const tools = pool.offered.reduce((sum, tool) => sum + textTokens(JSON.stringify(tool)), 0);
      expect(tools + textTokens(system)).toBeLessThan(15_000);
      expect(pool.deferred).toBe(10_000 - one.flatMap((step) => (step.kind === 'found' ? step.names : [''])).length);
      expect(system).toContain('- "server-099": 100 tools');
      expect(system).toContain(`${pool.deferred} tools of these servers are not defined here`);
    }
  });

  it('stay under it however much is found', () => {
    const many = Array.from({ length: 100 }, (_, n) =>
      found(
        ...Array.from({ length: 10 }, (_more, m) => `mcp__server-0${n % 10}${m}__${n < 50 ? 'list' : 'get'}_photo`),
      ),
    );
    for (let count = 0; count <= many.length; count += 5) {
      const { offered } = offer(hundred, many.slice(0, count));
      expect(offered.reduce((sum, tool) => sum + textTokens(JSON.stringify(tool)), 0)).toBeLessThan(13_000);
    }
  });

  it('can all be called, and a wrong name is told where to look', () => {
    const pool = offer(hundred);
    expect(names(pool)).toEqual(BUILTINS);
    expect(pool.resolve('mcp__server-077__archive_song')?.serverName).toBe('server-077');
    expect(pool.notFound('mcp__server-077__sing')).toBe(
      'There is no tool "mcp__server-077__sing". Look for one with find_tools.',
    );
    expect(pool.notFound('mcp__server_077__archive_song')).toContain('Did you mean "mcp__server-077__archive_song"?');
  });

  it('make a request that the API takes', () => {
    const tools = offer(hundred, steps).offered;
    const messages = [{ role: 'user', content: 'hi' }];
    expect(checkMessagesRequest({ model: 'm', max_tokens: 1, tools, messages })).toBeUndefined();
  });
});

describe('what is offered', () => {
  it('is everything but the search while it is small, and the house’s own tools where it is not', () => {
    const few = poolOf(...server('s', 19));
    expect(names(offer(few))).toEqual(names(few).filter((name) => name !== 'find_tools'));
    expect(offer(few).deferred).toBe(0);
    const many = offer(poolOf(...server('s', 21)));
    expect(names(many)).toEqual(BUILTINS);
    expect(many.deferred).toBe(21);
  });

  it('is everything where the model can not search', () => {
    const pool = narrowedPool(poolOf(...server('s', 30)), (tool) => tool.name === 'find_tools');
    expect(names(offer(pool))).toEqual(names(pool));
  });

  it('grows at its end by what was found and what was called, each once', () => {
    const pool = poolOf(...server('a', 20), ...server('b', 20));
    const steps = [
      found('mcp__b__t3', 'mcp__a__t1'),
      called('mcp__a__t1'),
      called('mcp__a__t9'),
      called('nothing of that name'),
      found('mcp__a__t9', 'mcp__b__t0'),
    ];
    const all = steps.map((_, count) => JSON.stringify(offer(pool, steps.slice(0, count + 1)).offered));
    expect(names(offer(pool, steps)).slice(BUILTINS.length)).toEqual([
      'mcp__b__t3',
      'mcp__a__t1',
      'mcp__a__t9',
      'mcp__b__t0',
    ]);
    for (const [at, bytes] of all.entries()) expect(bytes.startsWith((all[at - 1] ?? '[').slice(0, -1))).toBe(true);
  });

  it('is without a tool that is gone or set aside, and has it in its old place when it is back', () => {
    const steps = [found('mcp__a__t1', 'mcp__b__t3', 'mcp__a__t2')];
    const whole = poolOf(...server('a', 20), ...server('b', 20));
    const before = offer(whole, steps).offered;
    expect(names(offer(poolOf(...server('a', 30)), steps)).slice(BUILTINS.length)).toEqual([
      'mcp__a__t1',
      'mcp__a__t2',
    ]);
    const refused = narrowedPool(whole, (tool) => tool.serverName === 'b' && tool.name === 't3');
    expect(names(offer(refused, steps))).not.toContain('mcp__b__t3');
    expect(JSON.stringify(offer(whole, steps).offered)).toBe(JSON.stringify(before));
  });

  it('gives room to what is found next, but not that of a tool that was called', () => {
    const pool = poolOf(...server('a', 40, 1_000));
    const ten = (from: number) => found(...Array.from({ length: 8 }, (_, n) => `mcp__a__t${from + n}`));
    const offered = names(offer(pool, [ten(0), called('mcp__a__t5'), ten(10)])).slice(BUILTINS.length);
    expect(offered).toContain('mcp__a__t5');
    expect(offered).toContain('mcp__a__t17');
    expect(offered).not.toContain('mcp__a__t0');
    // Of one search that is too large, the best.
    const huge = poolOf(...server('a', 3, 6_000));
    expect(names(offer(huge, [found('mcp__a__t2', 'mcp__a__t1')])).slice(BUILTINS.length)).toEqual(['mcp__a__t2']);
  });
});

describe('the tools of five turns, with more than are sent', () => {
  it('are the same bytes, in whatever order a server lists them anew', () => {
    const raw = ['beta', 'Alpha', 'gamma', 'delta-1', 'alpha', ...Array.from({ length: 40 }, (_, n) => `more-${n}`)];
    const steps = [found('mcp__s__gamma', 'mcp__s__alpha'), called('mcp__s__more-7')];
    const offered = new OfferedTools();
    const bytes = Array.from({ length: 5 }, (_, turn) => {
      const order = [...raw.slice(turn * 7), ...raw.slice(0, turn * 7)];
      const sources = order.map((name) => ({
        ...toolOf('s', name, { description: `${name} ${'x'.repeat(1_500)}` }),
        serverId: branded<ServerId>('s'),
        connectionId: `c${turn}`,
      }));
      return JSON.stringify(offered.of(poolOf(...sources), WINDOW, () => steps).offered);
    });
    expect(new Set(bytes).size).toBe(1);
    expect(bytes[0]).toContain('mcp__s__more-7');
  });
});
