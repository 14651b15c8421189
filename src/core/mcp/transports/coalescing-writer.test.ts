import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CoalescingWriter } from './coalescing-writer.js';

/** A stream that keeps each write, and finishes one only when told to. */
class Slow extends Writable {
  readonly writes: string[] = [];
  #finish: ((error?: Error) => void) | undefined;

  constructor() {
    super({ decodeStrings: false, highWaterMark: 16_384 });
    this.on('error', () => {});
  }

  override _write(text: string, _encoding: string, callback: (error?: Error) => void): void {
    this.writes.push(text);
    this.#finish = callback;
  }

  async finish(error?: Error): Promise<void> {
    this.#finish?.(error);
    await new Promise(setImmediate);
  }
}

const tick = (): Promise<void> => new Promise(setImmediate);

describe('CoalescingWriter', () => {
  it('writes the lines of one tick together, also those that follow in microtasks', async () => {
    const stream = new Slow();
    const writer = new CoalescingWriter(stream);
    const first = writer.write('1\n');
    void Promise.resolve().then(() => writer.write('2\n'));
    await tick();
    expect(stream.writes).toEqual(['1\n2\n']);
    await stream.finish();
    await first;
  });

  it('starts a new write at about 4 KB, in order', async () => {
    const stream = new Slow();
    const writer = new CoalescingWriter(stream);
    const lines = Array.from({ length: 10 }, (_, at) => `${String(at).repeat(1_249)}\n`);
    const all = Promise.all(lines.map((line) => writer.write(line)));
    for (let at = 0; at < 10; at++) {
      await tick();
      await stream.finish();
    }
    await all;
    expect(stream.writes.join('')).toBe(lines.join(''));
    expect(stream.writes.map((text) => text.length)).toEqual([3_750, 3_750, 3_750, 1_250]);
  });

  it('waits for a reader that is slow, and resolves when it has taken the line', async () => {
    const stream = new Slow();
    const writer = new CoalescingWriter(stream);
    let taken = false;
    const big = writer.write(`${'x'.repeat(20_000)}\n`).then(() => (taken = true));
    await tick();
    void writer.write('after\n');
    await tick();
    expect([stream.writes.length, taken]).toEqual([1, false]);
    await stream.finish();
    await big;
    await tick();
    expect(stream.writes[1]).toBe('after\n');
  });

  it('refuses more when too much waits already', async () => {
    const writer = new CoalescingWriter(new Slow(), 10);
    void writer.write('0123456789\n');
    await expect(writer.write('x\n')).rejects.toMatchObject({ code: 'too-large' });
  });

  it('rejects all that waits with the reason of the end, not with the broken pipe before it', async () => {
    const stream = new Slow();
    const writer = new CoalescingWriter(stream);
    const underWay = writer.write('1\n');
    await tick();
    const waiting = writer.write('2\n');
    await stream.finish(new Error('EPIPE'));
    writer.fail(new Error('The server exited with code 3.'));
    await expect(underWay).rejects.toThrow('code 3');
    await expect(waiting).rejects.toThrow('code 3');
    await expect(writer.write('3\n')).rejects.toThrow('code 3');
  });
});
