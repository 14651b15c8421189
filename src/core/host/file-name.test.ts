import { describe, expect, it } from 'vitest';
import { fileName } from './file-name.js';
import { resultFile } from './result-file.js';

describe('a file name out of text from outside', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Windows\\x.exe', 'C Windows x.exe'],
    ['.bashrc', 'bashrc'],
    ['name. . .', 'name'],
    ['  spaced   out .txt ', 'spaced out.txt'],
    ['con', '_con'],
    ['LPT1.txt', '_LPT1.txt'],
    ['invoice\u202Efdp.exe', 'invoice u{202E}fdp.exe'],
    ['a\u0000b\nc', 'a u{0}b c'],
    ['', 'fallback'],
    ['///', 'fallback'],
    ['..', 'fallback'],
    ['笔记.md', '笔记.md'],
  ])('%j is %j', (text, name) => {
    expect(fileName(text, 'fallback')).toBe(name);
  });

  it('is short, and keeps the end that says what opens it', () => {
    const name = fileName(`${'x'.repeat(5000)}.html`, 'fallback');
    expect(name).toHaveLength(65);
    expect(name.endsWith('.html')).toBe(true);
  });
});

describe('a block of a result as a file', () => {
  const blob = Buffer.from([1, 2, 3]).toString('base64');

  it('is named after its address, and ends as its type says', () => {
    const file = resultFile(
      { type: 'resource', resource: { uri: 'file:///tmp/my%20report.exe?x=1#y', mimeType: 'application/pdf', blob } },
      'make',
    );
    expect(file).toEqual({ name: 'my report.exe.pdf', bytes: Buffer.from([1, 2, 3]) });
  });

  it('is named after its tool where it has no name', () => {
    expect(resultFile({ type: 'image', data: `data:image/png;base64,${blob}`, mimeType: 'image/PNG' }, 'draw')).toEqual(
      {
        name: 'draw.png',
        bytes: Buffer.from([1, 2, 3]),
      },
    );
    expect(resultFile({ type: 'audio', data: blob, mimeType: 'audio/mpeg' }, '../say')?.name).toBe('say.mp3');
    expect(resultFile({ type: 'resource', resource: { text: 'hi' } }, '')).toEqual({
      name: 'result',
      bytes: Buffer.from('hi'),
    });
  });

  it('is none for a link, or a resource without anything in it', () => {
    expect(resultFile({ type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' }, 't')).toBeUndefined();
    expect(resultFile({ type: 'resource', resource: { uri: 'a:b' } }, 't')).toBeUndefined();
    expect(resultFile({ type: 'unknown', block: {} }, 't')).toBeUndefined();
  });
});
