import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CodeMark } from './code-mark.js';
import { CodePainter, LONGEST_PAINTED } from './code-painter.js';

const mark: CodeMark = { from: 0, to: 1, kind: 'keyword' };

function painter(steps: number, open = vi.fn<() => Promise<void>>(async () => undefined)) {
  const painted: string[] = [];
  const idle: (() => void)[] = [];
  const made = new CodePainter<string>({
    open: async () => {
      await open();
      return { steps: async () => Array.from({ length: steps }, () => [mark]).values() };
    },
    idle: (work) => void idle.push(work),
    brush: (shown) => {
      painted.push(shown);
      return () => void painted.splice(painted.indexOf(shown), 1);
    },
  });
  const rest = async (): Promise<boolean> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    const work = idle.shift();
    work?.();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    return work !== undefined;
  };
  return { made, painted, open, rest };
}

afterEach(() => vi.restoreAllMocks());

describe('the painter of code', () => {
  it('opens the highlighter once, for the first code, and works only when the page rests', async () => {
    const { made, painted, open, rest } = painter(2);
    expect(open).not.toHaveBeenCalled();
    made.paint('a', 'x', 'json');
    made.paint('b', 'y', 'json');
    await Promise.resolve();
    expect(painted).toEqual([]);
    await rest();
    expect(painted).toEqual(['a']);
    while (await rest());
    expect(painted).toEqual(['a', 'a', 'b', 'b']);
    expect(open).toHaveBeenCalledOnce();
  });

  it('paints nothing more, and takes away what it painted, when the code is gone', async () => {
    const { made, painted, rest } = painter(5);
    const erase = made.paint('a', 'x', 'json');
    await rest();
    await rest();
    expect(painted).toEqual(['a', 'a']);
    erase();
    while (await rest());
    expect(painted).toEqual([]);
  });

  it('leaves very long code plain without opening anything', async () => {
    const { made, painted, open, rest } = painter(1);
    made.paint('a', 'x'.repeat(LONGEST_PAINTED + 1), 'json');
    while (await rest());
    expect(painted).toEqual([]);
    expect(open).not.toHaveBeenCalled();
  });

  it('leaves code plain where the highlighter can’t be opened, and goes on with the next', async () => {
    const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { made, painted, rest } = painter(1, vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no file')));
    made.paint('a', 'x', 'json');
    made.paint('b', 'x', 'json');
    while (await rest());
    expect(painted).toEqual([]);
    expect(quiet).toHaveBeenCalledTimes(2);
  });
});
