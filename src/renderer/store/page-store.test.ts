import { describe, expect, it } from 'vitest';
import { emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationId, MessageId, TurnId } from '../../shared/conversation.js';
import type { HostEvent } from '../../shared/host-event.js';
import { APP, pageKit, settle } from './page.test-kit.js';

const C1 = branded<ConversationId>('c1');
const C2 = branded<ConversationId>('c2');

function said(seq: number, id: string, conversationId = C1): HostEvent {
  const message = { role: 'user', id: branded<MessageId>(id), at: 0, blocks: [{ type: 'text', text: id }] } as const;
  return { seq, type: 'agent', conversationId, events: [{ type: 'user-message', message }] };
}

function notice(seq: number, id: string): HostEvent {
  return { seq, type: 'state', patch: { notices: [{ id, code: 'x', message: id }] } };
}

const running: AgentEvent = { type: 'turn-started', turnId: branded<TurnId>('t'), at: 0 };

function opened(kit: ReturnType<typeof pageKit>): readonly string[] {
  const { conversation } = kit.store.state.getState();
  return conversation.kind === 'open' ? conversation.state.messages.map((message) => message.id) : [conversation.kind];
}

describe('the page store', () => {
  it('shows the snapshot, then what the events make of it, one frame at a time', async () => {
    const kit = pageKit('', 5);
    kit.store.start();
    await settle();
    let changes = 0;
    kit.store.state.subscribe(() => (changes += 1));
    kit.emit(notice(6, 'a'));
    kit.emit(notice(7, 'b'));
    expect(kit.store.state.getState().app?.notices).toEqual([]);
    kit.draw();
    expect(kit.store.state.getState().app?.notices[0]?.id).toBe('b');
    expect(changes).toBe(1);
  });

  it('neither loses nor repeats an event that comes while the snapshot is being taken', async () => {
    const kit = pageKit('', 5);
    kit.store.start();
    kit.emit(notice(5, 'already in the snapshot'));
    kit.emit(notice(6, 'new'));
    await settle();
    kit.draw();
    expect(kit.store.state.getState().app?.notices[0]?.id).toBe('new');
    expect(kit.calls.filter(([name]) => name === 'app.snapshot')).toHaveLength(1);
  });

  it('takes a new snapshot when an event is missing', async () => {
    const kit = pageKit('', 5);
    kit.store.start();
    await settle();
    const state = { ...APP, notices: [{ id: 'whole', code: 'x', message: '' }] };
    kit.answers['app.snapshot'] = () => ({
      ok: true,
      value: { seq: 8, state, systemLanguage: 'en', platform: 'linux', version: '' },
    });
    kit.emit(notice(8, 'after a hole'));
    kit.draw();
    await settle();
    expect(kit.store.state.getState().app?.notices[0]?.id).toBe('whole');
    kit.emit(notice(9, 'next'));
    kit.draw();
    expect(kit.store.state.getState().app?.notices[0]?.id).toBe('next');
  });

  it('says why it has no contact, and finds it again', async () => {
    const kit = pageKit();
    kit.answers['app.snapshot'] = () => ({ ok: false, error: { code: 'bad-sender', message: 'Not this page.' } });
    kit.store.start();
    await settle();
    expect(kit.store.state.getState().contact).toEqual({
      kind: 'failed',
      error: { code: 'bad-sender', message: 'Not this page.' },
    });
    kit.answers['app.snapshot'] = () => Promise.reject(new Error('gone'));
    kit.store.restart();
    await settle();
    expect(kit.store.state.getState().contact).toEqual({ kind: 'failed' });
  });

  it('opens the conversation of the route after a reload, and follows it', async () => {
    const kit = pageKit('#/chat/c1', 3);
    kit.answers['conversations.open'] = () => ({ ok: true, value: { seq: 3, state: emptyConversation(C1) } });
    kit.store.start();
    await settle();
    kit.emit(said(4, 'm1'));
    kit.emit(said(5, 'other', C2));
    kit.draw();
    expect(opened(kit)).toEqual(['m1']);
  });

  it('applies what came while a conversation was being opened exactly once', async () => {
    const kit = pageKit('', 3);
    kit.store.start();
    await settle();
    const answers: ((value: { ok: true; value: unknown }) => void)[] = [];
    kit.answers['conversations.open'] = () => new Promise((resolve) => void answers.push(resolve));
    kit.store.go({ page: 'chat', conversationId: C1 });
    kit.emit(said(4, 'in the answer'));
    kit.emit(said(5, 'after the answer'));
    kit.draw();
    answers[0]?.({ ok: true, value: { seq: 4, state: emptyConversation(C1) } });
    await settle();
    expect(opened(kit)).toEqual(['after the answer']);
  });

  it('keeps to the conversation the user chose last, whichever answers first', async () => {
    const kit = pageKit();
    kit.store.start();
    await settle();
    const answers: (() => void)[] = [];
    kit.answers['conversations.open'] = (input) =>
      new Promise((resolve) => {
        const id = (input as { id: ConversationId }).id;
        answers.push(() => resolve({ ok: true, value: { seq: 0, state: emptyConversation(id) } }));
      });
    kit.store.go({ page: 'chat', conversationId: C1 });
    kit.store.go({ page: 'chat', conversationId: C2 });
    await settle();
    answers.toReversed().forEach((resolve) => resolve());
    await settle();
    expect(kit.store.state.getState().conversation).toMatchObject({ kind: 'open', id: C2 });
    expect(kit.hash()).toBe('#/chat/c2');
  });

  it('goes where its address is moved to from outside', async () => {
    const kit = pageKit('#/settings');
    kit.answers['conversations.open'] = () => ({ ok: true, value: { seq: 0, state: emptyConversation(C2) } });
    kit.store.start();
    await settle();
    kit.moveTo('#/chat/c2');
    await settle();
    expect(kit.store.state.getState().route).toEqual({ page: 'chat', conversationId: C2 });
    expect(kit.store.state.getState().conversation).toMatchObject({ kind: 'open', id: C2 });
  });

  it('goes back from a page to the chat that was open', async () => {
    const kit = pageKit('#/chat/c1');
    kit.answers['conversations.open'] = () => ({ ok: true, value: { seq: 0, state: emptyConversation(C1) } });
    kit.store.start();
    await settle();
    kit.store.openPage({ page: 'servers' });
    expect(kit.store.state.getState()).toMatchObject({ route: { page: 'servers' }, titleFocus: true });
    const { composerFocus } = kit.store.state.getState();
    kit.store.toChat();
    expect(kit.store.state.getState()).toMatchObject({
      route: { page: 'chat', conversationId: C1 },
      composerFocus: composerFocus + 1,
    });
  });

  it('tells why a conversation could not be opened, and tries again when asked', async () => {
    const kit = pageKit('#/chat/c1');
    kit.answers['conversations.open'] = () => ({ ok: false, error: { code: 'x', message: 'The file is broken.' } });
    kit.store.start();
    await settle();
    expect(kit.store.state.getState().conversation).toMatchObject({
      kind: 'failed',
      error: { message: 'The file is broken.' },
    });
    kit.answers['conversations.open'] = () => ({ ok: true, value: { seq: 0, state: emptyConversation(C1) } });
    kit.store.reopen();
    await settle();
    expect(kit.store.state.getState().conversation.kind).toBe('open');
  });

  it('keeps a draft for each conversation, and puts a refused message back only into an empty input', () => {
    const { store } = pageKit();
    store.setDraft(undefined, 'new');
    store.setDraft(C1, 'one');
    expect(store.state.getState().drafts).toEqual({ '': 'new', c1: 'one' });
    store.restoreDraft(C1, 'refused');
    store.restoreDraft(C2, 'refused');
    expect(store.state.getState().drafts).toEqual({ '': 'new', c1: 'one', c2: 'refused' });
  });

  it('stops a turn only where one runs', async () => {
    const kit = pageKit('#/chat/c1', 0);
    kit.answers['conversations.open'] = () => ({ ok: true, value: { seq: 0, state: emptyConversation(C1) } });
    kit.store.start();
    await settle();
    kit.store.stopTurn();
    await settle();
    expect(kit.calls.map(([name]) => name)).not.toContain('chat.stop');
    kit.emit({ seq: 1, type: 'agent', conversationId: C1, events: [running] });
    kit.draw();
    kit.store.stopTurn();
    await settle();
    expect(kit.calls).toContainEqual(['chat.stop', { conversationId: C1 }]);
  });

  it('notes a link that main refuses, and is silent about one the user declined', async () => {
    const kit = pageKit();
    kit.answers['links.open'] = () => ({ ok: false, error: { code: 'bad-link', message: 'Only https.' } });
    kit.store.openLink('http://a');
    await settle();
    kit.answers['links.open'] = () => ({ ok: false, error: { code: 'cancelled', message: 'No.' } });
    kit.store.openLink('https://a');
    await settle();
    expect(kit.store.state.getState().notes.map((note) => note.message)).toEqual([
      { code: 'bad-link', message: 'Only https.' },
    ]);
    kit.store.dismissNote(kit.store.state.getState().notes[0]?.id ?? 0);
    expect(kit.store.state.getState().notes).toEqual([]);
  });
});
