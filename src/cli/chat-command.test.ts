import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStrictMessagesApi } from '../core/testing/strict-messages-api.js';
import { CliHome } from './cli.test-kit.js';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(async () => {
  expect(await home.leftovers()).toEqual([]);
  await home.close();
});

describe('gatehouse chat', () => {
  it('streams the answer to stdout and the calls to stderr, and says that the practice model answers', async () => {
    const { code, stdout, stderr } = await home.run(['chat', '-p', 'list my notes']);
    expect(code).toBe(0);
    expect(stdout).toContain('agent-loop');
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stderr).toContain('The practice model answers');
    expect(stderr).toMatch(/^→ notes ▸ list_notes \{\}$/mu);
    expect(stderr).toMatch(/^✓ notes ▸ list_notes \d+ ms$/mu);
  });

  it('ends with 3 where a call was not allowed, though the model went on', async () => {
    const prompt = '/call mcp__notes__add_note {"name":"x","content":"y"}';
    const { code, stdout, stderr } = await home.run(['chat', '-p', '-'], { input: prompt });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^✗ notes ▸ add_note was not allowed: The user did not answer/mu);
    expect(stdout).not.toBe('');
    expect(home.has('data/notes/x.md')).toBe(false);
  });

  it('prints each event of the turn on a line of its own with --json', async () => {
    const { code, stdout, stderr } = await home.run(['chat', '-p', 'list my notes', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const events: { type: string }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const types = events.map((event) => event.type);
    expect(types[0]).toBe('turn-started');
    expect(types.at(-1)).toBe('turn-finished');
    expect(types).toEqual(expect.arrayContaining(['text-delta', 'tool-decided', 'tool-finished']));
  });

  it('ends with 1 where the model fails, and says why', async () => {
    const api = await startStrictMessagesApi({
      script: [{ kind: 'error', status: 400, type: 'invalid_request_error', message: 'not today' }],
    });
    try {
      const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
      const { code, stdout, stderr } = await home.run(['chat', '-p', 'hi', '--model', 'claude-sonnet-test'], { env });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('not today');
    } finally {
      await api.close();
    }
  });

  it('goes on without a server that nobody can confirm, and ends with 3', async () => {
    const { code, stderr } = await home.run(['chat', '-p', 'hello', '--config', home.mischief()]);
    expect(code).toBe(3);
    expect(stderr).toContain('mischief was not started: its command has to be confirmed');
  });

  it('works in the folder that is given, and refuses one that is not there', async () => {
    home.file('words.txt', 'the words of the file');
    const prompt = '/call read {"path":"words.txt"}';
    const options = ['chat', '-p', prompt, '--config', home.mischief(), '--yes-start'];
    const { code, stdout } = await home.run([...options, '--workspace', home.folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('the words of the file');
    expect(await home.run([...options, '--workspace', 'nowhere'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--workspace'),
    });
  });

  it('is stopped by Ctrl+C while the model is silent, and leaves no process', async () => {
    const asked: string[] = [];
    const silent = createServer((request) => void asked.push(request.url ?? '')).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const address = silent.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` };
      const running = home.start(['chat', '-p', 'hi', '--model', 'claude-sonnet-test'], { env });
      await running.until('the request', () => asked.length > 0);
      running.signal('SIGINT');
      expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});
