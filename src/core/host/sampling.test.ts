import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, results, says, TestHost, type Wanted } from './host.test-kit.js';
import type { ConfirmQuestion } from './ports.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // children start slowly on a busy machine

const ECHO = calls(['mcp__mischief__echo', {}]);

let host: TestHost;
afterEach(() => host.close());

async function open(wanted: Wanted): Promise<void> {
  const allow = { kind: 'allowed', scope: 'chat' } as const;
  host = await TestHost.open({
    presenter: new AutoPresenter(allow, allow),
    env: { ANTHROPIC_API_KEY: 'k' },
    ...wanted,
  });
}

/** Adds mischief, which may ask the model or may not, and connects it. */
async function mischief(mayAskModel: boolean, ...flags: string[]): Promise<string> {
  const id = await host.addServer('mischief', flags);
  host.desk.answer = () => true;
  if (mayAskModel) await host.commands['servers.setMayAskModel']({ id, mayAskModel });
  await host.commands['servers.connect']({ id });
  return id;
}

/** One turn in which the model calls `echo`; what mischief heard in answer to its questions. */
async function heard(): Promise<JsonObject> {
  const chat = await host.say(await host.newChat(), 'go');
  const [text = ''] = results(chat);
  return text.startsWith('{') ? (JSON.parse(text) as JsonObject) : { text };
}

async function said(id: string): Promise<readonly string[]> {
  const view = (await host.now()).servers.find((server) => server.id === id);
  return (view?.log ?? []).map(({ text }) => text);
}

function asked(kind: ConfirmQuestion['kind']): readonly ConfirmQuestion[] {
  return host.desk.questions.filter((question) => question.kind === kind);
}

describe.each([
  ['legacy', []],
  ['modern', ['--modern']],
])('a %s server that asks the model in the middle of a call', (_era, era) => {
  it('is answered after the user has seen all of it; the model gets no tools and nothing of the chat', async () => {
    await open({ model: [ECHO, says('Yes, it is.'), says('Done.')] });
    const id = await mischief(true, '--ask-model', ...era);
    expect(await heard()).toEqual({
      'model-1': {
        role: 'assistant',
        content: { type: 'text', text: 'Yes, it is.' },
        model: 'claude-sonnet-test',
        stopReason: 'endTurn',
      },
    });
    expect(asked('answer-sampling')).toEqual([
      {
        kind: 'answer-sampling',
        serverName: 'mischief',
        model: 'claude-sonnet-test',
        system: 'You are mischief’s.',
        messages: [{ role: 'user', text: 'Question 1 of mischief: say\u200B yes.' }],
        maxTokens: 4_000,
      },
    ]);
    const body = host.api?.requests[1]?.body;
    expect(body).toMatchObject({ max_tokens: 4_000, system: expect.anything() });
    expect(JSON.stringify(body)).not.toMatch(/"tools":\[\{|"go"/);
    expect(await said(id)).toEqual(
      expect.arrayContaining([
        'It asks your model with modelPreferences, includeContext; Gatehouse leaves that out.',
        'Your model answered 11 characters.',
      ]),
    );
  });

  it('is refused where the user says no, and the turn goes on', async () => {
    await open({ model: [ECHO, says('Done.')] });
    const id = await mischief(true, '--ask-model', ...era);
    host.desk.answer = () => false;
    const refused =
      era.length === 0 ? { 'model-1': { error: { code: -1, message: REJECTED } } } : { text: `MCP error: ${REJECTED}` };
    expect(await heard()).toEqual(refused);
    expect(host.api?.requests).toHaveLength(2);
    expect(await said(id)).toContain('You did not let it ask your model.');
  });

  it('is refused without a question where it was never let', async () => {
    await open({ model: [ECHO, says('Done.')] });
    await mischief(false, '--ask-model', ...era);
    expect(JSON.stringify(await heard())).toMatch(/was not offered|Method not found/);
    expect(asked('answer-sampling')).toEqual([]);
  });
});

const REJECTED = 'User rejected sampling request';

describe('a server that may ask the model', () => {
  it('may only after a native confirm, and no more at once after it is switched off', async () => {
    await open({ model: [ECHO, says('Done.')] });
    const id = await host.addServer('mischief', ['--ask-model']);
    const set = (mayAskModel: boolean) => host.commands['servers.setMayAskModel']({ id, mayAskModel });
    await expect(set(true)).rejects.toMatchObject({ code: 'cancelled' });
    host.desk.answer = () => true;
    expect(await set(true)).toEqual({ mayAskModel: true });
    expect(asked('let-ask-model')).toHaveLength(2);
    await host.commands['servers.connect']({ id });
    await set(false);
    expect(await heard()).toMatchObject({ 'model-1': { error: { code: -32_601 } } });
    expect(asked('answer-sampling')).toEqual([]);
  });

  it('loses that when its program is another one', async () => {
    await open({});
    const id = await mischief(true);
    const launch = { kind: 'stdio' as const, command: '${node}', args: ['other.js'], env: {}, cwd: '' };
    await host.commands['servers.save']({ id, name: 'mischief', launch, autoConnect: false });
    expect((await host.now()).servers.find((server) => server.id === id)?.mayAskModel).toBe(false);
  });

  it('asks one thing at a time, and of many at once the last are refused', async () => {
    const yes = says('yes');
    await open({ model: [ECHO, yes, yes, yes, yes, says('Done.')] });
    await mischief(true, '--ask-model=6');
    let openNow = 0;
    let most = 0;
    host.desk.answer = async () => {
      most = Math.max(most, ++openNow);
      await new Promise((resolve) => setImmediate(resolve));
      openNow -= 1;
      return true;
    };
    const answers = Object.values(await heard());
    expect(answers.filter((answer) => JSON.stringify(answer).includes('yes'))).toHaveLength(4);
    expect(answers.filter((answer) => JSON.stringify(answer).includes('wait already'))).toHaveLength(2);
    expect(most).toBe(1);
  });

  it('hears that there is no model where there is only the practice model, and the user what to do', async () => {
    await open({ env: {} });
    const id = await mischief(true, '--ask-model');
    const chat = await host.say(await host.newChat(), '/call mcp__mischief__echo {}');
    expect(results(chat)[0]).toContain('The user has set up no model that could answer.');
    expect(asked('answer-sampling')).toEqual([]);
    expect((await said(id)).join('\n')).toContain('store an API key');
  });

  it('hears that the model failed, and only the user why', async () => {
    await open({
      model: [
        ECHO,
        { kind: 'error', status: 400, type: 'invalid_request_error', message: 'secret reason' },
        says('Done.'),
      ],
    });
    const id = await mischief(true, '--ask-model');
    expect(await heard()).toEqual({ 'model-1': { error: { code: -32_603, message: 'The model could not answer.' } } });
    expect((await said(id)).join('\n')).toContain('secret reason');
  });

  it('leaves no question open when the host closes', async () => {
    await open({ model: [ECHO, says('Done.')] });
    await mischief(true, '--ask-model');
    let withdrawn = false;
    host.desk.answer = (question, signal) =>
      new Promise((resolve) => {
        if (question.kind !== 'answer-sampling') return resolve(true);
        signal.addEventListener('abort', () => {
          withdrawn = true;
          resolve(false);
        });
        return undefined;
      });
    const conversationId = await host.newChat();
    await host.commands['chat.send']({ conversationId, text: 'go' });
    await host.until('it asks', () => asked('answer-sampling').length === 1);
    await host.host.close();
    expect(withdrawn).toBe(true);
  });
});
