import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { elicitationResult, readElicitation } from './elicitation.js';
import { verifies } from './protocol-requirements.test-kit.js';

const never = new Promise<void>(() => {});

function form(properties: JsonObject, required: readonly string[] = []): ReturnType<typeof readElicitation> {
  return readElicitation({ message: 'm', requestedSchema: { type: 'object', properties, required } }, never);
}

const EVERY: JsonObject = {
  name: { type: 'string', title: 'Name', default: 'Ada', minLength: 2, maxLength: 5 },
  mail: { type: 'string', format: 'email' },
  age: { type: 'integer', default: 36, minimum: 0, maximum: 150 },
  score: { type: 'number', default: 1.5 },
  yes: { type: 'boolean', default: true },
  plain: { type: 'string', enum: ['a', 'b'], default: 'a' },
  named: { type: 'string', enum: ['a', 'b'], enumNames: ['Aa', 'Bb'], default: 'b' },
  titled: { type: 'string', oneOf: [{ const: 'x', title: 'X!' }], default: 'x' },
  many: { type: 'array', items: { type: 'string', enum: ['p', 'q'] }, default: ['p'], minItems: 1 },
  manyTitled: { type: 'array', items: { anyOf: [{ const: 'u', title: 'U' }] } },
};

describe('an elicitation', () => {
  it(verifies('elicitation.schema'), () => {
    const request = form(EVERY, ['name']);
    expect(request).toMatchObject({ mode: 'form', message: 'm' });
    if (request.mode !== 'form') throw new Error('no form');
    expect(request.fields.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'name: string',
      'mail: string',
      'age: integer',
      'score: number',
      'yes: boolean',
      'plain: choice',
      'named: choice',
      'titled: choice',
      'many: choices',
      'manyTitled: choices',
    ]);
    expect(request.fields[0]).toMatchObject({ title: 'Name', required: true, default: 'Ada' });
    expect(request.fields[6]).toMatchObject({
      choices: [
        { value: 'a', title: 'Aa' },
        { value: 'b', title: 'Bb' },
      ],
    });
    expect(request.fields[7]).toMatchObject({ choices: [{ value: 'x', title: 'X!' }] });
  });

  it(verifies('elicitation.defaults'), () => {
    expect(elicitationResult(form(EVERY), { action: 'accept', content: { age: 7 } })).toEqual({
      action: 'accept',
      content: { name: 'Ada', age: 7, score: 1.5, yes: true, plain: 'a', named: 'b', titled: 'x', many: ['p'] },
    });
  });

  it.each<[string, JsonObject, JsonValue]>([
    ['too short', { type: 'string', minLength: 2 }, 'a'],
    ['too long, counted in characters', { type: 'string', maxLength: 1 }, '😀😀'],
    ['no text', { type: 'string' }, 5],
    ['no email', { type: 'string', format: 'email' }, 'nobody'],
    ['no URI', { type: 'string', format: 'uri' }, 'nowhere'],
    ['no date', { type: 'string', format: 'date' }, '2026-13-01'],
    ['no time', { type: 'string', format: 'date-time' }, 'noon'],
    ['no whole number', { type: 'integer' }, 1.5],
    ['too small', { type: 'number', minimum: 2 }, 1],
    ['too large', { type: 'number', maximum: 2 }, 3],
    ['no number', { type: 'number' }, '3'],
    ['no boolean', { type: 'boolean' }, 'true'],
    ['no choice', { type: 'string', enum: ['a'] }, 'b'],
    ['none of the choices', { type: 'array', items: { type: 'string', enum: ['a'] } }, ['b']],
    ['too few choices', { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 }, []],
    ['no list', { type: 'array', items: { type: 'string', enum: ['a'] } }, 'a'],
  ])(verifies('elicitation.validate', 'such as one that is %s'), (_name, schema, value) => {
    const answer = { action: 'accept', content: { field: value } } as const;
    expect(() => elicitationResult(form({ field: schema }), answer)).toThrow(
      expect.objectContaining({ code: 'invalid-answer', message: expect.stringContaining('"field"') }),
    );
  });

  it('needs what is required', () => {
    expect(() => elicitationResult(form({ a: { type: 'string' } }, ['a']), { action: 'accept' })).toThrow(/missing/);
  });

  it('sends no content with anything but an accepted form', () => {
    const request = form({ a: { type: 'string' } });
    expect(elicitationResult(request, { action: 'decline', content: { a: 'x' } })).toEqual({ action: 'decline' });
    expect(elicitationResult(request, { action: 'cancel' })).toEqual({ action: 'cancel' });
    const page = readElicitation({ mode: 'url', message: 'm', url: 'https://a.test/' }, never);
    expect(elicitationResult(page, { action: 'accept', content: { a: 'x' } })).toEqual({ action: 'accept' });
  });

  it.each<[string, JsonObject]>([
    ['a nested object', { requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } }],
    [
      'choices that are no strings',
      { requestedSchema: { type: 'object', properties: { a: { type: 'string', enum: [1] } } } },
    ],
    ['no schema', {}],
    ['an unknown mode', { mode: 'dance' }],
    ['a url that is none', { mode: 'url', url: 'here' }],
  ])('is refused when it has %s', (_name, params) => {
    expect(() => readElicitation({ message: 'm', ...params }, never)).toThrow(
      expect.objectContaining({ code: 'bad-elicitation' }),
    );
  });
});
