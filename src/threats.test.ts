import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Row {
  readonly number: string;
  /** What stands after the attack: how it is held, and by which tests. */
  readonly rest: string;
  readonly tests: readonly (readonly [file: string, title: string])[];
}

function rowsOf(markdown: string): readonly Row[] {
  return markdown.split('\n').flatMap((line): readonly Row[] => {
    const [, number, rest] = /^\| +(\d+) +\| [^|]+ \| (.*) \|$/u.exec(line) ?? [];
    if (number === undefined || rest === undefined) return [];
    const tests = [...rest.matchAll(/`((?:src|e2e|servers|scripts)\/[^`]+)` `([^`]+)`/gu)];
    return [{ number, rest, tests: tests.map(([, file = '', title = '']) => [file, title] as const) }];
  });
}

/** Whether a test with this title is declared in the file: as a text of its own, in any quotes. */
function declares(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
}

describe('docs/threats.md', () => {
  const rows = rowsOf(text('docs/threats.md'));

  it('has a row for each of the forty attacks, each with a test or a reason', () => {
    expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    for (const { number, rest, tests } of rows) {
      expect(tests.length > 0 || rest.includes('Does not apply'), `attack ${number}`).toBe(true);
    }
  });

  it('names tests that are there', () => {
    const missing = rows
      .flatMap(({ tests }) => tests)
      .filter(([file, title]) => !existsSync(join(root, file)) || !declares(text(file), title));
    expect(missing).toEqual([]);
  });
});

/** What ships: no test, no kit, no fake. */
const shipped = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test(?:-kit)?\.tsx?$|\/testing\//u.test(path));

describe('the app', () => {
  it('registers no scheme of addresses, and takes nothing from another start', () => {
    const found = shipped.filter((path) => /setAsDefaultProtocolClient|['"]open-(?:url|file)['"]/u.test(text(path)));
    expect(found).toEqual([]);
    expect(text('electron-builder.yml')).not.toMatch(/^\s*(?:protocols|fileAssociations):/mu);
    // The listener takes no argument, so it can't look at the command line of the other one.
    expect(text('src/main/index.ts')).toMatch(/app\.on\('second-instance', \(\) =>/u);
  });

  it('writes no crash dumps: no reporter of crashes is started', () => {
    expect(shipped.filter((path) => /\bcrashReporter\b/u.test(text(path)))).toEqual([]);
  });

  it('listens nowhere but for the answer to a sign-in', () => {
    const found = shipped.filter((path) => /\bcreateServer\(|\.listen\(|\bWebSocketServer\b/u.test(text(path)));
    expect(found).toEqual(['src/core/mcp/auth/loopback-redirect.ts']);
  });
});
