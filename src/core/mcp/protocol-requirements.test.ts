import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOT_APPLICABLE, PROTOCOL_REQUIREMENTS } from './protocol-requirements.js';

const cited = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/verifies\(\s*'([^']+)'/g),
  ])
  .map((match) => match[1]);

describe('a requirement of the protocol', () => {
  it.each(Object.keys(PROTOCOL_REQUIREMENTS))('has a test that verifies it: %s', (id) => {
    expect(cited).toContain(id);
  });

  it('is kept, or has no occasion to be and says why', () => {
    for (const [id, reason] of Object.entries(NOT_APPLICABLE)) {
      expect(reason.length).toBeGreaterThan(20);
      expect(PROTOCOL_REQUIREMENTS).not.toHaveProperty([id]);
    }
  });
});
