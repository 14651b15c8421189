import { afterEach, describe, expect, it } from 'vitest';
import type { HookConfig, HookEvent } from '../../shared/hook.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, results, says, TestHost } from './host.test-kit.js';

let host: TestHost;
afterEach(() => host.close());

function hook(event: HookEvent, script: string, more: Partial<HookConfig> = {}): HookConfig {
  const args = ['-c', script];
  return { id: `h-${event}`, event, command: '/bin/sh', args, server: '', tool: '', timeoutSeconds: 30, ...more };
}

/** A host whose user allows every call and whose model lists notes, then says a word. */
async function open(...hooks: readonly HookConfig[]): Promise<string> {
  host = await TestHost.open({
    presenter: new AutoPresenter(...Array.from({ length: 5 }, () => ({ kind: 'allowed', scope: 'once' }) as const)),
    settings: { hooks },
    env: { ANTHROPIC_API_KEY: 'sk-ant-secret' },
    model: [calls(['mcp__notes__list_notes', {}]), says('done'), says('looked again')],
  });
  await host.started();
  return host.newChat();
}

describe('hooks of the user', { timeout: 60_000 }, () => {
  it('block a call before it runs, with their reason for the model, and the run is shown', async () => {
    const chat = await open(hook('PreToolUse', 'cat >/dev/null; echo not today >&2; exit 2'));
    const state = await host.say(chat, 'list them');
    expect(results(state)).toEqual(['Permission denied by a hook: The PreToolUse hook "sh" said: not today']);
    expect((await host.now()).hookRuns).toMatchObject([
      {
        event: 'PreToolUse',
        about: 'notes ▸ list_notes',
        verdict: 'blocked',
        exitCode: 2,
        told: { message: 'not today' },
      },
    ]);
  });

  it.each([
    ['crashes', 'exit 1', 'it exited with code 1'],
    ['answers nothing that can be read', 'echo yes', 'no answer that Gatehouse can read'],
  ])('deny a call where one %s', async (_what, script, why) => {
    const chat = await open(hook('PreToolUse', script));
    const [result] = results(await host.say(chat, 'list them'));
    expect(result).toMatch(/^Permission denied by a hook: The PreToolUse hook "sh" failed: /u);
    expect(result).toContain(why);
  });

  it('deny a call where one takes too long', async () => {
    const chat = await open(hook('PreToolUse', 'sleep 60', { timeoutSeconds: 1 }));
    expect(results(await host.say(chat, 'list them'))[0]).toContain('it did not answer within 1 s');
  });

  it('are asked only about the servers and tools of their matcher, with no key in their environment', async () => {
    const script = 'test -z "$ANTHROPIC_API_KEY" || exit 2';
    const chat = await open(
      hook('PreToolUse', 'exit 2', { id: 'other', server: 'docs' }),
      hook('PreToolUse', 'exit 2', { id: 'else', tool: 'add_*' }),
      hook('PreToolUse', script, { server: 'notes|docs', tool: 'list*' }),
    );
    const [result] = results(await host.say(chat, 'list them'));
    expect(result).not.toContain('denied');
    expect((await host.now()).hookRuns.map(({ hookId, verdict }) => [hookId, verdict])).toEqual([
      ['h-PreToolUse', 'proceeded'],
    ]);
  });

  it('can not allow: what asks still asks', async () => {
    const chat = await open(hook('PreToolUse', `echo '{"decision":"allow"}'`));
    await host.commands['policy.set']({ serverId: 'notes', tool: 'list_notes', verdict: 'confirm' });
    await host.say(chat, 'list them');
    expect(host.presenter.asked).toHaveLength(1);
  });

  it('keep a result from the model, and one that fails leaves it', async () => {
    const chat = await open(
      hook('PostToolUse', 'exit 7', { id: 'fails' }),
      hook('PostToolUse', `grep -q '"result":{"text"' && echo '{"decision":"block","reason":"too private"}'`),
    );
    const [result] = results(await host.say(chat, 'list them'));
    expect(result).toBe('A hook objects to this result. The PostToolUse hook "sh" said: too private');
    expect(Object.values(host.chat(chat).calls)[0]?.result?.origin).toEqual({ kind: 'hook', event: 'PostToolUse' });
    expect((await host.now()).hookRuns.map(({ verdict }) => verdict)).toEqual(['blocked', 'failed']);
  });

  it('ask for one more round when the model stops', async () => {
    const script = `f="$HOME/asked"; test -e "$f" && exit 0; : >"$f"; echo Look again. >&2; exit 2`;
    const chat = await open();
    const args = ['-c', script.replaceAll('$HOME', host.folder)];
    host.desk.answer = () => true;
    await host.commands['hooks.save']({
      event: 'Stop',
      command: '/bin/sh',
      args,
      server: '',
      tool: '',
      timeoutSeconds: 30,
    });
    const state = await host.say(chat, 'list them');
    const said = state.messages.map(({ blocks }) =>
      blocks.map((block) => (block.type === 'text' ? block.text : '')).join(),
    );
    expect(said).toEqual(['list them', '', 'done', '[Added by a Stop hook]\nLook again.', 'looked again']);
  });

  it('keep a message of the user from being stored or sent', async () => {
    const chat = await open(
      hook('UserPromptSubmit', 'grep -q password && { echo It holds a password. >&2; exit 2; }; exit 0'),
    );
    await expect(host.commands['chat.send']({ conversationId: chat, text: 'my password' })).rejects.toMatchObject({
      code: 'blocked-by-hook',
      message: 'The message was not sent. The UserPromptSubmit hook "sh" said: It holds a password.',
      parts: { event: 'UserPromptSubmit', program: 'sh', said: 'It holds a password.' },
    });
    expect(host.chat(chat).messages).toEqual([]);
    expect(host.api?.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('add context to a message, which says whose words it is; one that fails adds nothing', async () => {
    const chat = await open(
      hook('UserPromptSubmit', 'exit 9', { id: 'fails' }),
      hook('UserPromptSubmit', `echo '{"additionalContext":"It is Monday."}'`),
    );
    const state = await host.say(chat, 'list them');
    expect(state.messages[0]?.blocks).toEqual([
      { type: 'text', text: 'list them' },
      { type: 'text', text: '[Added by a UserPromptSubmit hook]\nIt is Monday.' },
    ]);
  });
});

describe('what the page may do with hooks', () => {
  const input = {
    event: 'PreToolUse' as const,
    command: '/bin/true',
    args: ['a b'],
    server: 'notes',
    tool: '',
    timeoutSeconds: 5,
  };

  it('is nothing without a yes in the native dialog, which shows the program whole', async () => {
    host = await TestHost.open();
    const save = host.commands['hooks.save'];
    await expect(save(input)).rejects.toMatchObject({ code: 'cancelled' });
    expect((await host.now()).settings.hooks).toEqual([]);
    host.desk.answer = () => true;
    const { id } = await save(input);
    expect((await host.now()).settings.hooks).toEqual([{ id, ...input }]);
    host.desk.answer = () => false;
    await expect(save({ ...input, id, command: '/bin/false' })).rejects.toMatchObject({ code: 'cancelled' });
    await expect(save({ ...input, id, tool: 'x' })).rejects.toMatchObject({ code: 'cancelled' });
    await expect(host.commands['hooks.remove']({ id })).rejects.toMatchObject({ code: 'cancelled' });
    expect((await host.now()).settings.hooks).toEqual([{ id, ...input }]);
    expect(host.desk.questions.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => 'save-hook'),
      'remove-hook',
    ]);
    expect(host.desk.questions[2]).toMatchObject({ commandLine: "/bin/false 'a b'", before: "/bin/true 'a b'" });
  });

  it('is refused for a hook that is not there, and for no command', async () => {
    host = await TestHost.open();
    host.desk.answer = () => true;
    await expect(host.commands['hooks.remove']({ id: 'x' })).rejects.toMatchObject({ code: 'unknown-hook' });
    await expect(host.commands['hooks.save']({ ...input, id: 'x' })).rejects.toMatchObject({ code: 'unknown-hook' });
    await expect(host.commands['hooks.save']({ ...input, command: ' ' })).rejects.toMatchObject({
      code: 'bad-hook',
      details: [{ code: 'hook-no-command' }],
    });
    expect(host.desk.questions).toEqual([]);
  });

  it('needs no question to remove a hook that blocks nothing', async () => {
    host = await TestHost.open({ settings: { hooks: [hook('Stop', 'true')] } });
    await host.commands['hooks.remove']({ id: 'h-Stop' });
    expect(host.desk.questions).toEqual([]);
    expect((await host.now()).settings.hooks).toEqual([]);
  });
});
