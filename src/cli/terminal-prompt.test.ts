import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStrictMessagesApi } from '../core/testing/strict-messages-api.js';
import { CliHome } from './cli.test-kit.js';

/** util-linux gives the command a terminal of its own; without it nobody can be asked in a test. */
const hasScript = spawnSync('script', ['--version']).status === 0;

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(async () => {
  expect(await home.leftovers()).toEqual([]);
  await home.close();
});

const ADD = ['call', 'notes', 'add_note', '{"name":"x","content":"hello"}'];

describe.skipIf(!hasScript)('on a terminal (needs “script” of util-linux)', () => {
  it('asks with server, tool, reason and arguments; y runs the call', async () => {
    const running = home.onTerminal(ADD);
    await running.answer('Allow? [y/N]', 'y\n');
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('notes ▸ add_note is to run.');
    expect(stdout).toContain('No rule allows it');
    expect(stdout).toContain('│   "content": "hello"');
    expect(stdout).toContain('Added the note "x".');
    // One call is no run in which a tool could be allowed, and “always” is the app's to give.
    expect(stdout).not.toContain('/a]');
    expect(home.read('data/notes/x.md')).toBe('hello');
  });

  it.each([
    ['n', 'n\n'],
    ['Enter', '\n'],
    ['anything else', 'maybe\n'],
    ['a, which was not offered', 'a\n'],
    ['the end of input', '\u0004'],
  ])('%s runs nothing', async (_name, keys) => {
    const running = home.onTerminal(ADD);
    await running.answer('Allow? [y/N]', keys);
    const { code, stdout } = await running.ended;
    expect(code).toBe(3);
    expect(stdout).toContain('notes ▸ add_note was not run: you did not allow it.');
    expect(home.has('data/notes/x.md')).toBe(false);
  });

  it('takes nothing for an answer that was typed before the question', async () => {
    const running = home.onTerminal(ADD);
    running.write('y\ny\n');
    await running.until('the early answer', () => running.stdout.includes('does not count'));
    expect(home.has('data/notes/x.md')).toBe(false);
    await running.answer('Allow? [y/N]', 'n\n', running.stdout.split('Allow? [y/N]').length - 1);
    expect((await running.ended).code).toBe(3);
  });

  it('asks before the command of a file is started, shows it whole, and starts nothing for a no', async () => {
    const config = home.mischief();
    const no = home.onTerminal(['tools', '--config', config]);
    await no.answer('Start mischief? [y/N]', 'n\n');
    const denied = await no.ended;
    expect(denied.code).toBe(3);
    expect(denied.stdout).toContain('you did not confirm its command');
    const yes = home.onTerminal(['tools', '--config', config]);
    await yes.answer('Start mischief? [y/N]', 'y\n');
    const { code, stdout } = await yes.ended;
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\r?\n {2}│ /gu, '')).toContain(`mischief.js ${home.folder}`);
    expect(stdout).toMatch(/mischief {2}echo/u);
  });

  it('lets a tool run for the rest of a chat after “a”, and asks again in the next run', async () => {
    const api = await startStrictMessagesApi({
      script: [
        {
          kind: 'reply',
          blocks: ['x', 'y'].map((name) => ({
            type: 'tool_use',
            id: `toolu_${name}`,
            name: 'mcp__notes__add_note',
            input: { name, content: name },
          })),
        },
        { kind: 'reply', blocks: [{ type: 'text', text: 'Both are there.' }] },
      ],
    });
    try {
      const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
      const running = home.onTerminal(['chat', '-p', 'go', '--model', 'claude-sonnet-test'], { env });
      await running.answer('Allow? [y/N/a]', 'a\n');
      const { code, stdout } = await running.ended;
      expect(code).toBe(0);
      expect(stdout).toContain('Both are there.');
      expect(stdout.split('Allow? [y/N/a]')).toHaveLength(2);
      expect([home.has('data/notes/x.md'), home.has('data/notes/y.md')]).toEqual([true, true]);
      expect(home.has('data/policies.json')).toBe(false);
    } finally {
      await api.close();
    }
    const again = home.onTerminal(ADD);
    await again.answer('Allow? [y/N]', '\n');
    expect((await again.ended).code).toBe(3);
  });

  it('ends with Ctrl+C in the middle of a question, and nothing has run', async () => {
    const running = home.onTerminal(ADD);
    await running.answer('Allow? [y/N]', '\u0003');
    expect((await running.ended).code).toBe(130);
    expect(home.has('data/notes/x.md')).toBe(false);
  });

  it('shows what would steer it, and has colours only where they are wanted', async () => {
    const config = home.mischief('--spoof');
    const options = ['tools', '--config', config, '--yes-start'];
    const { stdout } = await home.onTerminal(options).ended;
    expect(stdout).toContain('\\u{202E}');
    expect(stdout).not.toContain('\u202E');
    expect(stdout).toContain('\u001B[1mSERVER');
    const plain = await home.onTerminal(options, { env: { NO_COLOR: '1' } }).ended;
    expect(plain.stdout).not.toContain('\u001B[');
  });

  it('cuts a table to the width of the terminal', async () => {
    const { stdout } = await home.onTerminal(['tools']).ended;
    expect(stdout).toContain('…');
  });
});
