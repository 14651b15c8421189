import { describe, expect, it } from 'vitest';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';
import type { ScaleJob } from '../images/scale-job.js';
import { pngOf } from './files.test-kit.js';
import { ResultImages } from './result-images.js';
import { toolResultBlocks } from './tool-result-blocks.js';

const PNG = pngOf(4, 4, true);

function picture(bytes: Buffer): McpContentBlock {
  return { type: 'image', data: bytes.toString('base64'), mimeType: 'image/png' };
}

/** What the model is sent of a result with these blocks, and the jobs that it took. */
async function sent(content: readonly McpContentBlock[], scaled: Buffer | string = PNG) {
  const jobs: ScaleJob[] = [];
  const images = new ResultImages(async (job) => {
    jobs.push(job);
    return typeof scaled === 'string' ? { kind: 'refused', why: scaled } : { kind: 'image/png', bytes: scaled };
  });
  const result: ToolResult = { content, isError: false };
  const state = { calls: { t: { result } } } as unknown as Parameters<typeof images.prepare>[0];
  await images.prepare(state);
  await images.prepare(state);
  return { jobs, blocks: toolResultBlocks(result, undefined, (block) => images.of(block)) };
}

describe('the images of results', () => {
  it('are scaled once to the limits of the model, also where they are embedded resources', async () => {
    const big = pngOf(4000, 3000);
    const resource = { uri: 'x://y', blob: big.toString('base64'), mimeType: 'image/png' };
    const { jobs, blocks } = await sent([picture(big), { type: 'resource', resource }]);
    expect(jobs).toHaveLength(2);
    expect(jobs[0]).toMatchObject({ longEdge: 1568, mostBytes: 3_750_000 });
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } };
    expect(blocks).toEqual([image, image]);
  });

  it('are told in words where they can’t be decoded', async () => {
    const { blocks } = await sent([picture(pngOf(9, 9))], "it can't be decoded (x)");
    expect(blocks).toEqual([{ type: 'text', text: '{"type":"image","note":"it can\'t be decoded (x)"}' }]);
  });

  it.each([
    ['has too many pixels', pngOf(20_000, 20_000), /too large to be scaled: 20000 × 20000/u],
    ['is no image', Buffer.from('hello'), /not a kind/u],
    ['is cut off', PNG.subarray(0, 14), /broken/u],
  ])('are never decoded where one %s', async (_what, bytes, why) => {
    const { jobs, blocks } = await sent([picture(bytes)]);
    expect(jobs).toEqual([]);
    expect(blocks).toMatchObject([{ type: 'text', text: expect.stringMatching(why) as string }]);
  });

  it('that are too large for the API never reach it, also where nothing can scale them', async () => {
    const images = new ResultImages(undefined);
    const block = picture(pngOf(9000, 10));
    const state = { calls: { t: { result: { content: [block], isError: false } } } };
    await images.prepare(state as unknown as Parameters<typeof images.prepare>[0]);
    expect(images.of(block)).toMatchObject({ kind: 'note', note: expect.stringContaining('9000') as string });
  });
});
