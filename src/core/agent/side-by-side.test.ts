import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import { toolNamed } from '../testing/scripted-session.js';
import { ALLOW, calls, closeApis, says, schema, text, turn } from './agent-loop.test-kit.js';

afterEach(closeApis);

const READS: Decision = { verdict: 'allow', rule: 'trusted-read-only-hint', why: 'reads' };
const tools = [toolNamed('look', { inputSchema: schema }), toolNamed('write', { inputSchema: schema })];
const decide = (name: string) => (name === 'look' ? READS : ALLOW);

/** The ids of the results as the last request has them. */
function sentResults(body: unknown): readonly unknown[] {
  const messages = isJsonObject(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const last: unknown = messages.at(-1);
  const content = isJsonObject(last) && Array.isArray(last['content']) ? last['content'] : [];
  return content.map((block: unknown) => (isJsonObject(block) ? block['tool_use_id'] : undefined));
}

describe('the calls of one message', () => {
  it('run side by side where they only read, and their results are sent in the order asked', async () => {
    const waiting: (() => void)[] = [];
    const look = calls(['mcp__s__look', { n: 1 }], ['mcp__s__look', { n: 2 }], ['mcp__s__look', { n: 3 }]);
    const played = await turn({
      answers: [look, says('done')],
      tools,
      decide,
      // None ends before all have begun, and the last one ends first.
      handler: (_name, args) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(text(`saw ${JSON.stringify(args['n'])}`)));
          if (waiting.length === 3) for (const end of waiting.toReversed()) end();
        }),
    });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.results().toSorted()).toEqual(['saw 1', 'saw 2', 'saw 3']);
    expect(sentResults(played.api.requests.at(-1)?.body)).toEqual(
      look.kind === 'reply' ? look.blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) : [],
    );
    expect(played.refusals()).toEqual([]);
  });

  it('run alone and in their order where they may change something', async () => {
    let running = 0;
    const seen: string[] = [];
    const played = await turn({
      answers: [
        calls(
          ['mcp__s__look', { n: 1 }],
          ['mcp__s__write', { n: 2 }],
          ['mcp__s__write', { n: 3 }],
          ['mcp__s__look', { n: 4 }],
        ),
        says('done'),
      ],
      tools,
      decide,
      handler: async (name, args) => {
        running += 1;
        seen.push(`${name} ${JSON.stringify(args['n'])} beside ${running - 1}`);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return text('ok');
      },
    });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(seen).toEqual(['look 1 beside 0', 'write 2 beside 0', 'write 3 beside 0', 'look 4 beside 0']);
  });
});
