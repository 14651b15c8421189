import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { RawToolName, ToolResult } from '../../shared/tool.js';
import { McpClient } from '../mcp/client.js';
import { StdioTransport } from '../mcp/transports/stdio.js';
import { toolResultBlocks } from './tool-result-blocks.js';

/* What users of other hosts reported of results, kind by kind: each comes from a real server on its way to the model. */

const MISCHIEF = path.resolve('out/servers/mischief.js');

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0)) await end();
});

describe('a result', () => {
  async function resultOf(...flags: string[]): Promise<ToolResult> {
    const launch = { command: process.execPath, args: [MISCHIEF, ...flags], env: {}, cwd: tmpdir() };
    const session = await new McpClient('0').connect(new StdioTransport(launch));
    cleanUp.push(() => session.close());
    return session.callTool(branded<RawToolName>('echo'), { a: 1 });
  }

  it('with structured content alone reaches the model', async () => {
    expect(toolResultBlocks(await resultOf('--structured-only'))).toEqual([
      { type: 'text', text: String.raw`{"text":"{\"a\":1}"}` },
    ]);
  });

  it('with words and structure loses neither and doubles neither', async () => {
    expect(toolResultBlocks(await resultOf('--both-markers'))).toEqual([
      { type: 'text', text: 'said in words\n{"said":"in structure"}' },
    ]);
  });

  it.each([[[]], [['--is-error']]])('that is empty says so, with %j', async (more) => {
    const result = await resultOf('--empty-result', ...more);
    expect(result).toMatchObject({ content: [], isError: more.length > 0 });
    expect(toolResultBlocks(result)).toEqual([{ type: 'text', text: '(no output)' }]);
  });

  it('with a PDF, a sound, a link and an SVG keeps each, and gives the model what it can take', async () => {
    const result = await resultOf('--media-result');
    expect(result.content.map(({ type }) => type)).toEqual([
      'text',
      'resource',
      'audio',
      'resource_link',
      'image',
      'image',
    ]);
    const given = toolResultBlocks(result);
    const said = given.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    for (const word of ['application/pdf', 'audio/wav', 'file:///notes.md', 'image/svg+xml'])
      expect(said).toContain(word);
    // The one picture that it takes is a PNG whatever the server says, without the head of the data URL.
    const images = given.filter((block) => block.type === 'image');
    expect(images).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: expect.stringMatching(/^iVBOR/) } },
    ]);
  });

  it('with blocks that nobody knows keeps them beside the good one', async () => {
    const result = await resultOf('--unknown-block');
    expect(result.content.map(({ type }) => type)).toEqual(['unknown', 'text', 'unknown', 'unknown', 'unknown']);
    const [given] = toolResultBlocks(result);
    expect(given).toMatchObject({ type: 'text', text: expect.stringMatching(/hologram[\s\S]*the good one/) });
  });
});
