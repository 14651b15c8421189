import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../source-imports.test-kit.js';

const root = join(import.meta.dirname, '../..');

/** Every package that the page needs before it can show anything: what its start imports, and what that imports. */
function startPackages(): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = ['src/renderer/index.tsx'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = readFileSync(join(root, path), 'utf8');
    for (const { specifier, kind, typeOnly } of parseSource({ path, text }).imports) {
      if (kind === 'dynamic' || typeOnly) continue;
      if (!specifier.startsWith('.')) packages.add(specifier);
      else if (specifier.endsWith('.js')) waiting.push(sourceOf(posix.join(posix.dirname(path), specifier)));
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  return packages;
}

function sourceOf(built: string): string {
  const plain = built.replace(/\.js$/u, '.ts');
  return isFile(plain) ? plain : `${plain}x`;
}

function isFile(path: string): boolean {
  try {
    readFileSync(join(root, path));
    return true;
  } catch {
    return false;
  }
}

describe('the start of the page', () => {
  it('waits neither for the highlighter nor for the drawing of timelines', () => {
    const late = [...startPackages()].filter((name) => /^(?:shiki|d3-)/u.test(name));
    expect(late).toEqual([]);
  });
});
