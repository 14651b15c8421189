import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CliHome } from './cli.test-kit.js';

vi.setConfig({ testTimeout: 60_000 });

const EVERYTHING = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const FEATURES = 'demo://resource/static/document/features.md';

let home: CliHome;
let every: readonly string[];
beforeEach(() => {
  home = new CliHome();
  // What the server does not know marks its process as one of this home.
  const config = home.config({ every: { command: process.execPath, args: [EVERYTHING, 'stdio', home.folder] } });
  every = ['--config', config, '--yes-start'];
});
afterEach(async () => {
  expect(await home.leftovers()).toEqual([]);
  await home.close();
});

describe('gatehouse resources', () => {
  it('lists resources and templates, as a table and as JSON', async () => {
    const { code, stdout } = await home.run(['resources', 'every', ...every]);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^SERVER +URI +KIND +TYPE +NAME +DESCRIPTION$/u);
    expect(stdout).toMatch(/^every +demo:\S+features\.md +resource +text\/markdown +features\.md /mu);
    expect(stdout).toMatch(/^every +demo:\S+\{resourceId\} +template +text\/plain /mu);
    const { value } = await home.json(['resources', ...every]);
    expect(value).toMatchObject({
      resources: expect.arrayContaining([expect.objectContaining({ server: 'every', uri: FEATURES })]),
      templates: expect.arrayContaining([expect.objectContaining({ uriTemplate: expect.stringContaining('blob') })]),
      hidden: [],
      failed: [],
    });
  });

  it('reads one: text whole, what is no text by its name, all of it as JSON', async () => {
    const text = await home.run(['resources', 'every', FEATURES, ...every]);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/^# Everything Server/u);
    const blob = await home.run(['resources', 'every', 'demo://resource/dynamic/blob/1', ...every]);
    expect(blob.stdout).toMatch(/^\[resource "demo:\S+", \S+, \d+ bytes\]\n$/u);
    const { value } = await home.json(['resources', 'every', 'demo://resource/dynamic/blob/1', ...every]);
    expect(value).toMatchObject({ server: 'every', contents: [{ blob: expect.any(String) }] });
  });

  it('says that there are none, or not this one, or no such server', async () => {
    const none = await home.run(['resources', 'docs']);
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'No resources.\n']);
    const missing = await home.json(['resources', 'every', 'demo://nope', ...every]);
    expect(missing).toMatchObject({
      code: 1,
      value: {
        error: { code: 'refused-by-server', message: expect.stringMatching(/^every refused: .*demo:\/\/nope/) },
      },
    });
    expect((await home.run(['resources', 'nowhere', ...every])).code).toBe(2);
  });
});

describe('gatehouse prompts', () => {
  it('lists them with their arguments, as a table and as JSON', async () => {
    const { code, stdout } = await home.run(['prompts', ...every]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^every +args-prompt +city \[state\] +A prompt with two arguments/mu);
    const { value } = await home.json(['prompts', 'every', ...every]);
    expect(value).toMatchObject({
      prompts: expect.arrayContaining([
        expect.objectContaining({
          server: 'every',
          name: 'args-prompt',
          arguments: [expect.objectContaining({ name: 'city', required: true }), expect.anything()],
        }),
      ]),
      failed: [],
    });
  });

  it('fills one in, with the arguments from the command line and from stdin', async () => {
    const ask = ['prompts', 'every', 'args-prompt'];
    const paris = await home.run([...ask, '{"city":"Paris"}', ...every]);
    expect(paris).toMatchObject({ code: 0, stdout: "user: What's weather in Paris?\n" });
    const { value } = await home.json([...ask, '-', ...every], { input: '{"city":"Oslo","state":"Oslo"}' });
    expect(value).toMatchObject({
      server: 'every',
      name: 'args-prompt',
      messages: [{ role: 'user', content: { type: 'text', text: "What's weather in Oslo, Oslo?" } }],
    });
  });

  it.each([
    [['args-prompt', '{"city":1}'], 2, 'bad-arguments', 'The argument "city" must be a text'],
    [['args-prompt', '{city}'], 2, 'bad-arguments', 'The arguments of the prompt: This is not JSON: line 1, column 2'],
    [['nope'], 1, 'refused-by-server', 'every refused: '],
  ])('ends for %j with %i', async (args, code, error, message) => {
    const ended = await home.json(['prompts', 'every', ...args, ...every]);
    expect(ended).toMatchObject({ code, value: { error: { code: error, message: expect.stringContaining(message) } } });
  });
});
