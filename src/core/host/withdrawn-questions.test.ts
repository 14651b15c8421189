import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditOutcome } from '../../shared/audit.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import type { ElicitationPresenter } from './elicitation-presenter.js';
import { calls, says, TestHost } from './host.test-kit.js';
import type { ConfirmQuestion } from './ports.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // children start slowly on a busy machine

/* A real server asks in the middle of a call, and the call ends before anybody has answered. */

const ECHO = calls(['mcp__mischief__echo', {}]);
const REJECTED = 'model-1 was answered by {"error":{"code":-1,"message":"User rejected sampling request"}}';

let host: TestHost;
let questions: OpenQuestions;
afterEach(() => host.close());

/** The questions about sampling that stand open; each goes when it is withdrawn or answered. */
class OpenQuestions {
  readonly open: ((yes: boolean) => void)[] = [];
  withdrawn = 0;

  readonly answer = (question: ConfirmQuestion, signal: AbortSignal): boolean | Promise<boolean> => {
    if (question.kind !== 'answer-sampling') return true;
    return new Promise((resolve) => {
      const end = (yes: boolean): void => {
        this.open.splice(this.open.indexOf(end), 1);
        resolve(yes);
      };
      this.open.push(end);
      signal.addEventListener('abort', () => {
        this.withdrawn += 1;
        // As a user who clicks in the very moment in which the question goes.
        end(true);
      });
    });
  };
}

async function open(flags: readonly string[], elicitations?: ElicitationPresenter): Promise<string> {
  const allow = { kind: 'allowed', scope: 'chat' } as const;
  host = await TestHost.open({
    // What each chat does first is to call echo; nothing else is ever asked of the model here.
    model: ({ messages }) => (JSON.stringify(messages).includes('tool_result') ? says('Done.') : ECHO),
    presenter: new AutoPresenter(...Array.from({ length: 4 }, () => allow)),
    env: { ANTHROPIC_API_KEY: 'k' },
    servers: [],
    ...(elicitations === undefined ? {} : { elicitations }),
  });
  questions = new OpenQuestions();
  host.desk.answer = questions.answer;
  const id = await host.addServer('mischief', ['--tell-answers', ...flags]);
  await host.commands['servers.setMayAskModel']({ id, mayAskModel: true });
  await host.commands['servers.connect']({ id });
  return id;
}

/** A new chat in which the model calls echo; the server has asked when this resolves. */
async function callIn(asked: () => boolean): Promise<string> {
  const conversationId = await host.newChat();
  await host.commands['chat.send']({ conversationId, text: 'go' });
  await host.until('the server asks', asked);
  return conversationId;
}

function stop(conversationId: string) {
  return host.turn(conversationId, () => host.commands['chat.stop']({ conversationId }));
}

async function said(id: string): Promise<string> {
  const view = (await host.now()).servers.find((server) => server.id === id);
  return (view?.log ?? []).map(({ text }) => text).join('\n');
}

/** What is recorded of how the calls of the chat ended, once it is. */
async function outcomes(conversationId: string): Promise<readonly AuditOutcome[]> {
  let found: readonly AuditOutcome[] = [];
  await host.until('the end is recorded', async () => {
    const { entries } = await host.commands['audit.page']({});
    const own = entries.filter(({ record }) => record.type !== 'note' && record.conversationId === conversationId);
    found = own.flatMap(({ outcome }) => outcome ?? []);
    return found.length > 0;
  });
  return found;
}

describe('what a server asked of the model in a call', () => {
  it.each([
    ['legacy', []],
    ['modern', ['--modern']],
  ])('goes when the turn is stopped, and the record of the call says so (%s)', async (_era, era) => {
    await open(['--ask-model', ...era]);
    const chat = await callIn(() => questions.open.length === 1);
    expect((await stop(chat)).turn).toMatchObject({ outcome: { kind: 'cancelled' } });
    await host.until('it is withdrawn', () => questions.withdrawn === 1);
    expect(await outcomes(chat)).toEqual([
      expect.objectContaining({ outcome: 'cancelled', withdrew: ['sampling/createMessage'] }),
    ]);
    // Nobody's yes: of the model only the chat has asked something.
    expect(host.api?.requests).toHaveLength(1);
    expect(await host.commands['audit.verify']({})).toMatchObject({ sound: true });
  });

  it('is answered to a legacy server as a refusal, and its log says why', async () => {
    const id = await open(['--ask-model']);
    await stop(await callIn(() => questions.open.length === 1));
    await host.until('the server heard it', async () => (await said(id)).includes(REJECTED));
    expect(await said(id)).toContain('The call in which it asked was given up, so its question was withdrawn.');
  });

  it('goes when that call alone is cancelled, and the turn goes on', async () => {
    const id = await open(['--ask-model']);
    const conversationId = await callIn(() => questions.open.length === 1);
    const called = (): readonly string[] => Object.keys(host.chat(conversationId).calls);
    // A page hears of it with the next frame, which may come after the question.
    await host.until('the call is shown', () => called().length > 0);
    const [callId = ''] = called();
    const chat = await host.turn(conversationId, () => host.commands['calls.cancel']({ conversationId, callId }));
    expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(questions).toMatchObject({ open: [], withdrawn: 1 });
    await host.until('the server heard it', async () => (await said(id)).includes(REJECTED));
  });

  it('goes where it waits behind another of the same call', async () => {
    const id = await open(['--ask-model=3']);
    const chat = await callIn(() => questions.open.length === 1);
    // The others wait unseen; one that came after the end of the call would be nobody's.
    await host.until('all of them are here', async () => (await said(id)).includes('All was asked: 3'));
    await stop(chat);
    const refused = (text: string): number => text.split('User rejected sampling request"}}').length - 1;
    await host.until('the server heard all of it', async () => refused(await said(id)) === 3);
    expect(questions).toMatchObject({ open: [], withdrawn: 1 });
    const [outcome] = await outcomes(chat);
    expect(outcome?.withdrew).toHaveLength(3);
  });
});

describe('what a server asked of the user in a call', () => {
  it('goes when the turn is stopped; the server hears that nobody answered', async () => {
    const { signals, elicitations } = forms();
    const id = await open(['--elicit-form'], elicitations);
    const chat = await callIn(() => signals.length === 1);
    await stop(chat);
    await host.until('the server heard it', async () => (await said(id)).includes('form was answered by'));
    expect(await said(id)).toContain('form was answered by {"action":"cancel"}');
    expect(await outcomes(chat)).toEqual([expect.objectContaining({ withdrew: ['elicitation/create'] })]);
  });

  it('stays while a call of another turn may have asked it, and goes with the last of them', async () => {
    const { signals, elicitations } = forms();
    const id = await open(['--elicit-form'], elicitations);
    const first = await callIn(() => signals.length === 1);
    const second = await callIn(() => signals.length === 2);
    await stop(second);
    expect((await outcomes(second))[0]).not.toHaveProperty('withdrew');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    await stop(first);
    await host.until('both are withdrawn', () => signals.every(({ aborted }) => aborted));
    expect((await outcomes(first))[0]?.withdrew).toEqual(['elicitation/create', 'elicitation/create']);
    await host.until('the server heard both', async () => (await said(id)).split('{"action":"cancel"}').length === 3);
  });
});

/** Forms that nobody fills in before they are withdrawn. */
function forms(): { readonly signals: AbortSignal[]; readonly elicitations: ElicitationPresenter } {
  const signals: AbortSignal[] = [];
  const ask: ElicitationPresenter['ask'] = (_question, signal) => {
    signals.push(signal);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ action: 'accept', content: { name: 'too late' } }));
    });
  };
  return { signals, elicitations: { ask } };
}
