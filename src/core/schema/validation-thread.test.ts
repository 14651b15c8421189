import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ValidationThread, type ValidationThreadOptions } from './validation-thread.js';
import { createValidatorCache } from './validator.js';

const SCRIPT = readFileSync(path.resolve('out/workers/validation-worker.cjs'), 'utf8');
const HOSTILE = { type: 'string', pattern: '^(a+)+$' };
const NEVER_ENDS = `${'a'.repeat(60)}!`;

function thread(options?: ValidationThreadOptions): ValidationThread {
  return new ValidationThread(() => SCRIPT, options);
}

/** For what hangs, never a verdict on speed. */
const DEADLINE = { timeout: 30_000 };

describe('a validation thread', () => {
  it('says the same as a validator here', async () => {
    const other = thread();
    const schema = { properties: { a: { type: 'string', pattern: '^[a-z]+$' } }, required: ['a'] };
    expect(await other.validate(schema, { a: 'x' })).toBeUndefined();
    expect(await other.validate(schema, { a: 3 })).toBe('"/a" must be string');
    expect(await other.validate(schema, {})).toBe("the value must have required property 'a'");
  });

  it('refuses a schema that can not be used, and goes on', async () => {
    const other = thread();
    const bad = other.validate({ $ref: '#/$defs/gone' }, 1);
    const good = other.validate({ type: 'number' }, 1);
    await expect(bad).rejects.toMatchObject({ code: 'bad-schema', message: expect.stringContaining('#/$defs/gone') });
    expect(await good).toBeUndefined();
  });

  it('ends what passes the deadline, and only that: what waits behind it gets a new thread', async () => {
    const other = thread({ deadlineMs: 1000 });
    const said = other.validate(HOSTILE, NEVER_ENDS);
    const behind = [other.validate(HOSTILE, 'aaa'), other.validate({ type: 'null' }, 0)];
    expect(await said).toBe('the schema takes longer than 1000 ms to check this value, so it was not accepted');
    expect(await Promise.all(behind)).toEqual([undefined, 'the value must be null']);
  });

  it('leaves its caller free while it works', async () => {
    let turns = 0;
    let working = true;
    const count = (): void => {
      turns += 1;
      if (working) setImmediate(count);
    };
    count();
    await thread({ deadlineMs: 300 }).validate(HOSTILE, NEVER_ENDS);
    working = false;
    // One turn of the loop would be all if the caller had been held.
    expect(turns).toBeGreaterThan(100);
  });

  it('starts no thread before it is needed, and a new one after it was idle', async () => {
    let asked = 0;
    const other = new ValidationThread(
      () => {
        asked += 1;
        return SCRIPT;
      },
      { idleMs: 0 },
    );
    expect(asked).toBe(0);
    expect(await other.validate({ type: 'null' }, null)).toBeUndefined();
    await vi.waitFor(async () => {
      expect(await other.validate({ type: 'null' }, 1)).toBe('the value must be null');
      expect(asked).toBeGreaterThan(1);
    }, DEADLINE);
  });

  it('that can not run says so of the value, not of the schema', async () => {
    const broken = new ValidationThread(() => 'throw new Error("out of order")');
    expect(await broken.validate({}, 1)).toBe('it could not be checked (out of order), so it was not accepted');
  });
});

describe('a validator beside a thread', () => {
  it('hands over what does not end at once, and asks the thread first the next time', async () => {
    const given: unknown[] = [];
    const slow = {
      validate: (schema: unknown, value: unknown) => {
        given.push([schema, value]);
        return Promise.resolve('said elsewhere');
      },
    };
    const cache = createValidatorCache({ thread: slow });
    expect(await cache.validate(HOSTILE, NEVER_ENDS)).toBe('said elsewhere');
    expect(await cache.validate(HOSTILE, 'a')).toBe('said elsewhere');
    expect(given).toEqual([
      [HOSTILE, NEVER_ENDS],
      [HOSTILE, 'a'],
    ]);
  });

  it('refuses in the end what no thread ends either', async () => {
    const cache = createValidatorCache({ thread: thread({ deadlineMs: 100 }) });
    expect(await cache.validate(HOSTILE, NEVER_ENDS)).toContain('takes longer than 100 ms');
  });

  it('without a thread refuses what takes too long, and a bad schema by its own words', async () => {
    const hurried = createValidatorCache({ validateMs: 30 });
    expect(await hurried.validate(HOSTILE, NEVER_ENDS)).toContain('takes longer than 30 ms');
    // With the time that it has in the app: on a busy machine 30 ms are few for any check.
    const cache = createValidatorCache();
    expect(await cache.validate({ type: 'number' }, 1)).toBeUndefined();
    await expect(cache.validate({ type: 'any' }, 1)).rejects.toMatchObject({ code: 'bad-schema' });
  });
});
