import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../shared/approval.js';
import type { JsonObject } from '../shared/json.js';
import { editArguments } from './arguments-edit.js';
import { EN } from './words/en.js';

const about = (args: JsonObject): ApprovalRequest => ({ arguments: args }) as unknown as ApprovalRequest;

function edit(args: JsonObject) {
  const accepted: ApprovalRequest[] = [];
  const asked: JsonObject[] = [];
  const revise = async (next: JsonObject) => {
    asked.push(next);
    return next['forbidden'] === true ? 'Policy forbids it.' : about(next);
  };
  const { json, revise: take } = editArguments(about(args), revise, EN, (next) => accepted.push(next));
  return { json, take, accepted, asked };
}

describe('changing arguments', () => {
  it('shows what hides as escapes, which are the same JSON', () => {
    const args = { text: 'a\u202Eb\u{E0041}\n', 'k\u200B': 1 };
    const { json } = edit(args);
    expect(json).toContain(String.raw`"text": "a\u202eb\udb40\udc41\n"`);
    expect(JSON.parse(json)).toEqual(args);
  });

  it('hands other arguments on', async () => {
    const { take, accepted } = edit({ a: 1 });
    expect(await take('{"a": 2}')).toBeUndefined();
    expect(accepted.map((next) => next.arguments)).toEqual([{ a: 2 }]);
  });

  it('makes nothing of the same arguments written in another way', async () => {
    const { take, asked } = edit({ a: 1, b: 2 });
    expect(await take('{"b":2,"a":1.0}')).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    ['{"a": ', /not valid JSON at line 1, column 7/],
    ['{"a": 1,\n"a": 2}', /The key a stands a second time at line 2, column 1/],
    ['[1]', /JSON object/],
    ['null', /JSON object/],
    ['{"a": 1e999}', /no number/],
    ['{"forbidden": true}', /Policy forbids it/],
    [`"${'x'.repeat(1_000_001)}"`, /too long/],
  ])('refuses %.20s with a reason', async (json, why) => {
    const { take, accepted } = edit({ a: 1 });
    expect(await take(json)).toMatch(why);
    expect(accepted).toEqual([]);
  });
});
