import { afterEach, describe, expect, it } from 'vitest';
import { PRACTICE_MODEL_ID } from '../../shared/settings.js';
import type { StrictMessagesApi } from '../testing/strict-messages-api.js';
import { startStrictMessagesApi } from '../testing/strict-messages-api.js';
import { chooseModel, chosenModelId } from './model-chooser.js';

const never = new AbortController().signal;
const none = { model: '', baseUrl: '' };
let api: StrictMessagesApi | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

function choice(facts: Partial<Parameters<typeof chooseModel>[0]>) {
  const { kind, model, baseUrl } = chooseModel({ settings: none, apiKey: undefined, env: {}, ...facts });
  return { kind, model, baseUrl };
}

describe('chooseModel', () => {
  const practice = { kind: 'practice', model: PRACTICE_MODEL_ID };
  const anthropic = 'https://api.anthropic.com';

  it.each([
    ['without a key', {}, practice],
    ['with an empty key', { apiKey: ' ', env: { ANTHROPIC_API_KEY: '' } }, practice],
    ['with a model picked but no key', { settings: { ...none, model: 'claude-x' } }, practice],
    ['when it was picked, key or not', { settings: { ...none, model: PRACTICE_MODEL_ID }, apiKey: 'k' }, practice],
  ])('is the practice model %s', (_name, facts, expected) => {
    expect(choice(facts)).toMatchObject(expected);
  });

  it.each([
    ['a stored key', { apiKey: 'k' }, { model: '', baseUrl: anthropic }],
    ['a key of the environment', { env: { ANTHROPIC_API_KEY: 'k' } }, { model: '', baseUrl: anthropic }],
    ['a picked model', { apiKey: 'k', settings: { ...none, model: 'claude-x' } }, { model: 'claude-x' }],
    [
      'an address of the environment',
      { apiKey: 'k', env: { ANTHROPIC_BASE_URL: 'http://localhost:11434' } },
      { baseUrl: 'http://localhost:11434' },
    ],
    [
      'an address of the settings before that of the environment, and no key',
      { settings: { ...none, baseUrl: 'http://localhost:1234/v1' }, env: { ANTHROPIC_BASE_URL: 'http://other' } },
      { baseUrl: 'http://localhost:1234/v1' },
    ],
  ])('takes %s', (_name, facts, expected) => {
    expect(choice(facts)).toMatchObject({ kind: 'api', ...expected });
  });

  it('sends the stored key before that of the environment', async () => {
    api = await startStrictMessagesApi({ script: [], apiKey: 'stored' });
    const { client } = chooseModel({
      settings: { ...none, baseUrl: api.url },
      apiKey: 'stored',
      env: { ANTHROPIC_API_KEY: 'other' },
    });
    expect(await client.listModels(never)).toHaveLength(1);
  });
});

describe('chosenModelId', () => {
  it('asks the server only where no model was picked', async () => {
    api = await startStrictMessagesApi({ script: [] });
    const facts = { apiKey: undefined, env: {} };
    const settings = { model: '', baseUrl: api.url };
    expect(await chosenModelId(chooseModel({ ...facts, settings: { ...settings, model: 'mine' } }), never)).toBe(
      'mine',
    );
    expect(api.requests).toEqual([]);
    expect(await chosenModelId(chooseModel({ ...facts, settings }), never)).toBe('claude-sonnet-test');
  });

  it('says so where the server has no model', async () => {
    api = await startStrictMessagesApi({ script: [], models: [] });
    const choose = chooseModel({ settings: { model: '', baseUrl: api.url }, apiKey: 'k', env: {} });
    await expect(chosenModelId(choose, never)).rejects.toThrow(/lists no models/);
  });
});
