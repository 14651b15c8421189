import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { RawToolName } from '../../../shared/tool.js';
import { until } from '../../process/process-probe.test-kit.js';
import { McpClient } from '../client.js';
import { StdioTransport } from '../transports/stdio.js';
import { mutatedTexts, UnheardRejections } from './mutation.test-kit.js';

vi.setConfig({ testTimeout: 120_000 }); // on a busy machine

const FRAMES = 60_000;
const BATCH = 10_000;
const PLAYER = path.join(import.meta.dirname, 'frame-player.test-kit.mjs');

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-fuzz-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it(`${FRAMES} mutated frames of a real child do no harm, and every ${BATCH} a call is answered`, async () => {
  const batches = Array.from({ length: FRAMES / BATCH }, (_, at) =>
    Buffer.from(
      mutatedTexts(BATCH, 20_261 + at)
        .map((text) => `${text}\n`)
        .join(''),
    ),
  );
  const file = path.join(folder, 'frames');
  writeFileSync(file, Buffer.concat(batches));
  const rejections = new UnheardRejections();
  let played = 0;
  let heard = 0;
  const transport = new StdioTransport(
    { command: process.execPath, args: [PLAYER, file], env: {}, cwd: folder },
    { maxMessageBytes: 65_536 },
  );
  const input = { elicit: () => Promise.resolve({ action: 'decline' } as const), roots: () => Promise.resolve([]) };
  const session = await new McpClient('0').connect(transport, {
    input,
    onLog: (source, line) => {
      heard++;
      if (source === 'stderr' && line === 'played') played++;
    },
  });
  const tool = branded<RawToolName>('echo');
  let from = 0;
  for (const [at, batch] of batches.entries()) {
    // A mutated frame may well be an answer to this call: when the frames are out, the child says so itself.
    const call = session.callTool(branded<RawToolName>('play'), { from, to: from + batch.length }).catch(() => {});
    await until(() => played > at, 60_000);
    await call;
    expect(played).toBe(at + 1);
    const sentinel = { at, text: 'still there' };
    expect((await session.callTool(tool, sentinel)).content).toEqual([
      { type: 'text', text: JSON.stringify(sentinel) },
    ]);
    from += batch.length;
  }
  await session.close();
  rejections.stop();
  expect(rejections.reasons).toEqual([]);
  // Nothing is dropped without a line.
  expect(heard).toBeGreaterThan(FRAMES / 2);
  expect(await session.closed).toMatchObject({ code: 'closed-by-host' });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
