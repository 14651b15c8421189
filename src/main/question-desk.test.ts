import { describe, expect, it } from 'vitest';
import type { ConfirmQuestion } from '../core/host/ports.js';
import type { ApprovalRequest } from '../shared/approval.js';
import { createApprovalDialog } from './approval-dialog.js';
import { createHostDesk } from './host-desk.js';
import type { NativeQuestion, WholeText } from './native-question.js';
import { QuestionDesk, type ReadOutcome } from './question-desk.js';
import { EN } from './words/en.js';

interface Shown {
  readonly question: NativeQuestion;
  readonly signal: AbortSignal;
  readonly answer: (button: number) => void;
}

/** A screen on which boxes appear and are answered by the test, with a clock that the test moves. */
class FakeScreen {
  readonly boxes: Shown[] = [];
  readonly read: WholeText[] = [];
  viewerAnswer: ReadOutcome = 'read-on';
  raised = 0;
  time = 0;
  #waiting: ((box: Shown) => void)[] = [];
  #seen = 0;

  readonly desk = new QuestionDesk({
    showBox: (question, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(0), { once: true });
        this.boxes.push({ question, signal, answer: resolve });
        this.#waiting.shift()?.(this.#next());
      }),
    readWhole: async (whole) => {
      this.read.push(whole);
      return this.viewerAnswer;
    },
    raiseViewer: () => {
      this.raised += 1;
    },
    now: () => this.time,
  });

  /** The next box that appears. */
  box(): Promise<Shown> {
    if (this.boxes.length > this.#seen) return Promise.resolve(this.#next());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #next(): Shown {
    const box = this.boxes[this.#seen];
    if (box === undefined) throw new Error('no box');
    this.#seen += 1;
    return box;
  }
}

const question = (title: string): NativeQuestion => ({
  title,
  message: '',
  detail: '',
  buttons: ['no', 'yes', 'more'],
});
const never = new AbortController().signal;
const request = (args: unknown = {}): ApprovalRequest =>
  ({
    serverName: 'notes',
    tool: 'add_note',
    description: '',
    annotations: {},
    arguments: args,
    argumentsHash: 'abc',
    decision: { verdict: 'confirm', rule: 'default', why: '' },
    scopes: ['once', 'always'],
  }) as unknown as ApprovalRequest;

describe('QuestionDesk', () => {
  it('gives the button that was pressed', async () => {
    const screen = new FakeScreen();
    const answer = screen.desk.ask(question('a'), never);
    const box = await screen.box();
    screen.time += 500;
    box.answer(2);
    expect(await answer).toBe(2);
  });

  it('shows the box again when it was answered with yes too soon, and takes a no at any time', async () => {
    const screen = new FakeScreen();
    const answer = screen.desk.ask(question('a'), never);
    const first = await screen.box();
    screen.time += 499;
    first.answer(1);
    const second = await screen.box();
    expect(second.question).toBe(first.question);
    second.answer(0);
    expect(await answer).toBe(0);
  });

  it('asks one question at a time, in order, and skips one that was withdrawn while it waited', async () => {
    const screen = new FakeScreen();
    const withdrawn = new AbortController();
    const answers = [
      screen.desk.ask(question('a'), never),
      screen.desk.ask(question('b'), withdrawn.signal),
      screen.desk.ask(question('c'), never),
    ];
    const a = await screen.box();
    expect(screen.boxes).toHaveLength(1);
    withdrawn.abort();
    a.answer(0);
    const c = await screen.box();
    expect(c.question.title).toBe('c');
    screen.time += 500;
    c.answer(1);
    expect(await Promise.all(answers)).toEqual([0, 0, 1]);
  });

  it('raises a box by showing it anew, with a new wait before a yes counts', async () => {
    const screen = new FakeScreen();
    const answer = screen.desk.ask(question('a'), never);
    const first = await screen.box();
    screen.time += 10_000;
    screen.desk.focus();
    expect(first.signal.aborted).toBe(true);
    const second = await screen.box();
    screen.time += 100;
    second.answer(1);
    const third = await screen.box();
    screen.time += 500;
    third.answer(1);
    expect(await answer).toBe(1);
    screen.desk.focus();
    expect(screen.boxes).toHaveLength(3);
  });

  it('shows a long text first, once, and no box where it was denied there', async () => {
    const screen = new FakeScreen();
    const whole = { heading: 'h', sections: [], bytes: 1, sha256: 's' };
    const read = screen.desk.ask({ ...question('a'), whole }, never);
    const box = await screen.box();
    expect(screen.read).toEqual([whole]);
    box.answer(0);
    await read;
    screen.viewerAnswer = 'deny';
    expect(await screen.desk.ask({ ...question('b'), whole }, never)).toBe(0);
    expect(screen.boxes).toHaveLength(1);
  });

  it('lives on after a box that failed', async () => {
    let fail = true;
    const desk = new QuestionDesk({
      showBox: async () => {
        if (fail) throw new Error('no display');
        return 0;
      },
      readWhole: async () => 'deny',
      raiseViewer: () => undefined,
      now: () => 0,
    });
    await expect(desk.ask(question('a'), never)).rejects.toThrow('no display');
    fail = false;
    expect(await desk.ask(question('b'), never)).toBe(0);
  });
});

const present = (screen: FakeScreen, log: string[], signal: AbortSignal = never) =>
  createApprovalDialog({
    desk: screen.desk,
    words: () => EN,
    callAttention: (message) => {
      log.push(message);
      return { end: () => log.push('calm') };
    },
    returnFocus: () => log.push('focus'),
  }).present(request(), signal, async () => 'can’t be changed');

describe('the approval dialog', () => {
  it('turns buttons into the scopes that were offered, and gives the keyboard back', async () => {
    const screen = new FakeScreen();
    const log: string[] = [];
    const outcome = present(screen, log);
    const box = await screen.box();
    expect(box.question.buttons).toEqual(['Deny', 'Allow once', 'Always allow', 'View or edit…']);
    screen.time += 500;
    box.answer(2);
    expect(await outcome).toEqual({ kind: 'allowed', scope: 'always' });
    expect(log).toEqual(['notes ▸ add_note wants to run. Gatehouse waits for your answer.', 'calm', 'focus']);
  });

  it.each([0, 4, 99])('denies for the button %i', async (button) => {
    const screen = new FakeScreen();
    const outcome = present(screen, []);
    const box = await screen.box();
    screen.time += 500;
    box.answer(button);
    expect(await outcome).toEqual({ kind: 'denied' });
  });

  it('tells a withdrawn question from a denied one, even where a button was pressed at the same moment', async () => {
    const screen = new FakeScreen();
    const turn = new AbortController();
    const outcome = present(screen, [], turn.signal);
    const box = await screen.box();
    screen.time += 500;
    box.answer(1);
    turn.abort();
    expect(await outcome).toEqual({ kind: 'cancelled' });
  });
});

const deskOn = (screen: FakeScreen, callAttention: (message: string) => () => void = () => () => undefined) =>
  createHostDesk({
    desk: screen.desk,
    words: () => EN,
    callAttention,
    pickFolder: async () => '/w',
    pickSaveFile: async () => undefined,
    pickOpenFile: async () => undefined,
    openLink: async () => undefined,
    returnFocus: () => undefined,
  });

describe('the desk of the host', () => {
  it('says yes for the second button only', async () => {
    const screen = new FakeScreen();
    for (const [button, answer] of [
      [1, true],
      [0, false],
      [2, false],
    ] as const) {
      const confirmed = deskOn(screen).confirm({ kind: 'store-key-in-plain-text' }, never);
      const box = await screen.box();
      screen.time += 500;
      box.answer(button);
      expect(await confirmed).toBe(answer);
    }
  });

  it('calls a user who looks elsewhere for what a server asks, and only for that', async () => {
    const screen = new FakeScreen();
    const called: string[] = [];
    const desk = deskOn(screen, (message) => {
      called.push(message);
      return () => void called.push('calm');
    });
    const messages = [{ role: 'user', text: 'hi' }] as const;
    const sampling = { kind: 'answer-sampling', serverName: 'notes', model: 'm', system: '', messages, maxTokens: 9 };
    for (const asked of [{ kind: 'store-key-in-plain-text' }, sampling] as ConfirmQuestion[]) {
      const confirmed = desk.confirm(asked, never);
      const box = await screen.box();
      box.answer(0);
      expect(await confirmed).toBe(false);
    }
    expect(called).toEqual(['notes asks your model', 'calm']);
  });

  it('refuses a link that is none before it asks', async () => {
    const screen = new FakeScreen();
    await expect(deskOn(screen).confirm({ kind: 'open-link', url: 'file:///etc/passwd' }, never)).rejects.toMatchObject(
      {
        code: 'bad-link',
      },
    );
    expect(screen.boxes).toEqual([]);
  });

  it('shows a name of another alphabet as it travels', async () => {
    const screen = new FakeScreen();
    const confirmed = deskOn(screen).confirm({ kind: 'open-link', url: 'https://аррӏе.com/a' }, never);
    const box = await screen.box();
    expect(box.question.detail).toContain('https://xn--80ak6aa92e.com/a\n\nIts name holds letters of another alphabet');
    box.answer(0);
    expect(await confirmed).toBe(false);
  });
});
