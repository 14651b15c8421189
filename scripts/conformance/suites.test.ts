import { describe, expect, it } from 'vitest';
import { readSuite, suiteLines } from './suites.mjs';

const GREEN = [
  'Running requirements 2026-07-28 (2 scenarios) in parallel...',
  '=== SUITE SUMMARY ===',
  '\u001B[32m✓\u001B[0m tools_call: 2 passed, 0 failed',
  '✓ sep-2640-client-no-prefetch: 0 passed, 0 failed',
  'Total: 2 passed, 0 failed, 0 warnings',
].join('\n');

function read(output: string, code = 0, timedOut = false): ReturnType<typeof readSuite> {
  return readSuite('all', { code, output, timedOut });
}

describe('a run of the conformance suite', () => {
  it('counts checks, and scenarios without any as skipped', () => {
    expect(read(GREEN).counts).toEqual({ passed: 2, failed: 0, skipped: 1 });
    expect(suiteLines(read(GREEN))).toEqual(['✓ conformance all: 2 checks passed, 0 failed, 1 scenarios skipped']);
  });

  it('names what failed', () => {
    const red = GREEN.replace('✓\u001B[0m tools_call: 2 passed, 0', '✗\u001B[0m tools_call: 1 passed, 1').replace(
      'Total: 2 passed, 0',
      'Total: 1 passed, 1',
    );
    expect(read(red, 1).counts).toMatchObject({ passed: 1, failed: 1 });
    expect(suiteLines(read(red, 1)).join('\n')).toContain('✗ tools_call: 1 passed, 1 failed');
  });

  it.each([
    ['a client that failed though its checks passed', GREEN, 1, false],
    ['nothing that passed', GREEN.replace('Total: 2 passed', 'Total: 0 passed'), 0, false],
    ['no summary', 'Error: no such suite', 1, false],
    ['no end', 'Running…', 1, true],
  ])('has failed with %s', (_name, output, code, timedOut) => {
    expect(read(output, code, timedOut).counts.failed).toBe(1);
  });
});
