import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName, RejectedTool, ToolResult } from '../../shared/tool.js';
import { McpClient } from '../mcp/client.js';
import type { McpSession } from '../mcp/session.js';
import { StdioTransport } from '../mcp/transports/stdio.js';
import { createValidatorCache } from '../schema/validator.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { serverToolSources } from './server-tool-source.js';
import { createToolPool } from './tool-pool.js';
import type { ToolPool } from './tool-pool.js';
import type { ToolSource } from './tool.js';

/*
 * What users of other hosts reported of names and schemas, kind by kind: each comes from a real server, and what
 * would go to the model is held against the strict check of the Messages API.
 */

const MISCHIEF = path.resolve('out/servers/mischief.js');
const validators = createValidatorCache();

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0)) await end();
});

async function connect(...flags: string[]): Promise<McpSession> {
  const launch = { command: process.execPath, args: [MISCHIEF, ...flags], env: {}, cwd: tmpdir() };
  const session = await new McpClient('0').connect(new StdioTransport(launch));
  cleanUp.push(() => session.close());
  return session;
}

interface Offered {
  readonly sources: readonly ToolSource[];
  readonly rejected: readonly RejectedTool[];
}

/** The tools of a session under the name of a server. */
async function toolsOf(session: McpSession, serverName: string, serverId = serverName): Promise<Offered> {
  const { tools, rejected } = await session.listTools();
  const server = {
    serverId: branded<ServerId>(serverId),
    serverName,
    connectionId: serverId,
    trustReadOnlyHint: false,
  };
  const made = serverToolSources(server, tools, (name, args, options) => session.callTool(name, args, options));
  return { sources: made.sources, rejected: [...rejected, ...made.rejected] };
}

/** Why the Messages API would refuse the request, or undefined. */
function refusal({ offered }: ToolPool): unknown {
  const messages = [{ role: 'user', content: 'hi' }];
  return checkMessagesRequest({ model: 'm', max_tokens: 1, tools: offered, messages });
}

async function run(pool: ToolPool, wireName: string): Promise<ToolResult> {
  const tool = pool.resolve(wireName);
  if (tool === undefined) throw new Error(pool.notFound(wireName));
  return tool.handler({}, { signal: new AbortController().signal, onProgress: () => {} });
}

describe('odd names of tools', () => {
  it('are spelled for the model and run by their own; what is the same or too long is left out with a reason', async () => {
    const { sources, rejected } = await toolsOf(await connect('--odd-names'), 's');
    expect(rejected).toEqual([]);
    const pool = createToolPool(sources, validators);
    expect(refusal(pool)).toBeUndefined();
    expect(pool.tools).toHaveLength(sources.length - pool.rejected.length);
    for (const wireName of [
      'mcp__s__Scan____x__now',
      'mcp__s__github_com_cline_linear-mcp',
      'mcp__s__a-b',
      'mcp__s__a_b',
    ]) {
      const { name } = pool.resolve(wireName) ?? {};
      expect(await run(pool, wireName)).toMatchObject({ content: [{ text: `${name} ran.` }] });
    }
    expect(pool.rejected.map(({ name }) => name)).toEqual(['x'.repeat(80)]);
    for (const { reason } of pool.rejected) expect(reason).toContain('of server "s" is not offered');
    // A model that writes it otherwise is told what it means.
    expect(pool.notFound('mcp__s__Scan___x_now')).toContain('Did you mean "mcp__s__Scan____x__now"?');
  });

  it('never hide the good tools beside them', async () => {
    const pool = createToolPool((await toolsOf(await connect('--bad-tools'), 's')).sources, validators);
    expect(refusal(pool)).toBeUndefined();
    expect(await run(pool, 'mcp__s__good')).toMatchObject({ content: [{ text: 'good ran.' }] });
    expect(await run(pool, 'mcp__s__dotted_name_slash')).toMatchObject({
      content: [{ text: 'dotted.name/slash ran.' }],
    });
  });
});

describe('names of servers', () => {
  it.each([
    ['of another script', ['数据库', 'データ', 'café', '🛠']],
    ['that look like addresses', ['github.com/cline/linear-mcp', '@scope/server', 'a b']],
  ])('%s give names that the API takes', async (_what, names) => {
    const session = await connect();
    for (const name of names) {
      const pool = createToolPool((await toolsOf(session, name)).sources, validators);
      expect(refusal(pool)).toBeUndefined();
      expect(pool.tools).toHaveLength(6);
    }
  });

  it('that come out the same hide no tool without a word, and no call goes to the wrong one', async () => {
    const [one, other] = [await connect(), await connect()];
    const offers = [await toolsOf(one, 'café', '1'), await toolsOf(other, 'cafè', '2')];
    const pool = createToolPool(
      offers.flatMap(({ sources }) => sources),
      validators,
    );
    expect(refusal(pool)).toBeUndefined();
    expect(pool.tools.length + pool.rejected.length).toBe(12);
    for (const { reason } of pool.rejected) expect(reason).toMatch(/"caf[éè]".*"caf[éè]"/);
  });

  it('that differ keep tools of the same name apart', async () => {
    const [one, other] = [await connect(), await connect()];
    const offers = [await toolsOf(one, 'sql1'), await toolsOf(other, 'sql2')];
    const pool = createToolPool(
      offers.flatMap(({ sources }) => sources),
      validators,
    );
    const pids = [await run(pool, 'mcp__sql1__pid'), await run(pool, 'mcp__sql2__pid')];
    const direct = await Promise.all([one, other].map((session) => session.callTool(branded<RawToolName>('pid'), {})));
    expect(pids).toEqual(direct);
    expect(pids[0]).not.toEqual(pids[1]);
  });
});

describe('odd schemas', () => {
  it('are offered where they can be understood; each other tool is left out alone and named with its server', async () => {
    const { sources, rejected } = await toolsOf(await connect('--schema-zoo'), 's');
    const pool = createToolPool(sources, validators);
    expect(refusal(pool)).toBeUndefined();
    const zoo = pool.tools.map(({ name }): string => name).filter((name) => name.includes('_'));
    expect(zoo.toSorted()).toEqual(
      [
        'root_any_of',
        'root_one_of',
        'root_all_of',
        'boolean_sub_schemas',
        'local_reference',
        'recursive_reference',
        'draft_07_tuple',
        'no_type',
        'empty_schema',
        'php_properties',
        'php_annotations',
        'output_without_type',
        'output_of_draft_07',
        'output_that_is_unusable',
        'long_description',
      ].toSorted(),
    );
    const left = [...rejected, ...pool.rejected];
    expect(left.map(({ name }) => name).toSorted()).toEqual(
      [
        'schema_missing',
        'schema_true',
        'schema_null',
        'type_any',
        'exclusive_minimum_true',
        'required_inside_property',
        'dangling_reference',
        'reference_to_the_network',
      ].toSorted(),
    );
    for (const { reason } of left) expect(reason.length).toBeGreaterThan(20);
    for (const { name, reason } of pool.rejected) expect(reason).toContain(`"${name}" of server "s"`);
  });

  it.each(['output_without_type', 'output_of_draft_07', 'output_that_is_unusable'])(
    'of results keep no call from running, such as %s',
    async (name) => {
      const pool = createToolPool((await toolsOf(await connect('--schema-zoo'), 's')).sources, validators);
      expect(await run(pool, `mcp__s__${name}`)).toMatchObject({ content: [{ text: `${name} ran.` }] });
    },
  );

  it('do not cut what the model reads of a tool', async () => {
    const pool = createToolPool((await toolsOf(await connect('--schema-zoo'), 's')).sources, validators);
    const long = pool.offered.find(({ name }) => name === 'mcp__s__long_description');
    expect(long?.description).toHaveLength(5_124);
  });

  it('and 1,000 tools of 2 KB each are all offered', async () => {
    const pool = createToolPool((await toolsOf(await connect('--many-tools=1000'), 's')).sources, validators);
    expect(refusal(pool)).toBeUndefined();
    expect(pool.rejected).toEqual([]);
    expect(pool.tools).toHaveLength(1_006);
  });
});
