import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CliHome } from './cli.test-kit.js';

vi.setConfig({ testTimeout: 60_000 });

const EVERYTHING = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const PAGE = 'docs://pages/approvals.md';

/** Runs on the bundled `docs`; on a server that somebody else made, where docs has nothing of the kind. */
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
    const { code, stdout } = await home.run(['resources', 'docs']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^SERVER +URI +KIND +TYPE +NAME +DESCRIPTION$/u);
    expect(stdout).toMatch(/^docs +docs:\S+approvals\.md +resource +text\/markdown +approvals\.md/mu);
    expect(stdout).toMatch(/^docs +docs:\S+\{file\} +template +text\/markdown /mu);
    const { value } = await home.json(['resources', 'docs']);
    expect(value).toMatchObject({
      resources: expect.arrayContaining([expect.objectContaining({ server: 'docs', uri: PAGE })]),
      templates: [expect.objectContaining({ uriTemplate: 'docs://pages/{file}' })],
      hidden: [],
      failed: [],
    });
  });

  it('reads one: text whole, what is no text by its name, all of it as JSON', async () => {
    const text = await home.run(['resources', 'docs', PAGE]);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/^# Approvals/u);
    const blob = await home.run(['resources', 'every', 'demo://resource/dynamic/blob/1', ...every]);
    expect(blob.stdout).toMatch(/^\[resource "demo:\S+", \S+, \d+ bytes\]\n$/u);
    const { value } = await home.json(['resources', 'every', 'demo://resource/dynamic/blob/1', ...every]);
    expect(value).toMatchObject({ server: 'every', contents: [{ blob: expect.any(String) }] });
  });

  it('says that there are none, or not this one, or no such server', async () => {
    const none = await home.run(['resources', 'notes']);
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'No resources.\n']);
    expect(await home.json(['resources', 'docs', 'docs://nope'])).toMatchObject({
      code: 2,
      value: { error: { code: 'resource-not-found', message: 'The server has no resource docs://nope.' } },
    });
    expect((await home.run(['resources', 'nowhere'])).code).toBe(2);
  });
});

describe('gatehouse prompts', () => {
  it('lists them with their arguments, as a table and as JSON', async () => {
    const { code, stdout } = await home.run(['prompts']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^docs +explain +topic \[reader\] +Asks for an explanation/mu);
    const { value } = await home.json(['prompts', 'docs']);
    expect(value).toMatchObject({
      prompts: [
        {
          server: 'docs',
          name: 'explain',
          arguments: [expect.objectContaining({ name: 'topic', required: true }), expect.anything()],
        },
      ],
      failed: [],
    });
  });

  it('fills one in, with the arguments from the command line and from stdin', async () => {
    const ask = ['prompts', 'docs', 'explain'];
    const said = await home.run([...ask, '{"topic":"zeppelins"}']);
    expect(said).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^user: Explain “zeppelins” in Gatehouse, /u),
    });
    const { value } = await home.json([...ask, '-'], { input: '{"topic":"zeppelins","reader":"a child"}' });
    expect(value).toMatchObject({
      server: 'docs',
      name: 'explain',
      messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('Gatehouse to a child') } }],
    });
  });

  it.each([
    [['explain', '{"topic":1}'], 2, 'bad-arguments', 'The argument "topic" must be a text'],
    [['explain', '{topic}'], 2, 'bad-arguments', 'The arguments of the prompt: This is not JSON: line 1, column 2'],
    [['nope'], 1, 'refused-by-server', 'docs refused: '],
  ])('ends for %j with %i', async (args, code, error, message) => {
    const ended = await home.json(['prompts', 'docs', ...args]);
    expect(ended).toMatchObject({ code, value: { error: { code: error, message: expect.stringContaining(message) } } });
  });
});
