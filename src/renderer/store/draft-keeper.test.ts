import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ChatFile, FileHash } from '../../shared/chat-file.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import { pageKit, settle } from './page.test-kit.js';

const C1 = branded<ConversationId>('c1');
const FILE: ChatFile = { hash: branded<FileHash>('a'.repeat(64)), name: 'a.png', kind: 'image/png', size: 9 };
const RESOURCE = {
  kind: 'resource',
  serverId: branded<ServerId>('s'),
  serverName: 'notes',
  uri: 'notes://a',
  name: 'a',
} as const;
const PROMPT = { kind: 'prompt', id: 'p1', serverName: 'docs', name: 'explain' } as const;

function told(kit: ReturnType<typeof pageKit>): readonly unknown[] {
  return kit.calls.flatMap(([name, input]) => (name === 'drafts.set' ? [input] : []));
}

describe('drafts of the page', () => {
  it('come back from main, unless the user was faster', async () => {
    const kit = pageKit();
    const drafts = [
      { conversationId: 'c1', text: 'half a', attachments: [PROMPT, { kind: 'file', file: FILE }, RESOURCE] },
      { conversationId: '', text: 'old', attachments: [] },
    ] as const;
    kit.answers['drafts.list'] = () => ({ ok: true, value: { drafts } });
    kit.store.start();
    kit.store.setDraft(undefined, 'new');
    await settle();
    const page = kit.store.state.getState();
    expect(page.drafts).toEqual({ '': 'new', c1: 'half a' });
    expect(page.attached['c1']).toEqual([PROMPT, { kind: 'file', file: FILE }, RESOURCE]);
  });

  it('are handed over once, when the user rests or the page goes', async () => {
    const kit = pageKit();
    kit.store.start();
    await settle();
    for (const text of ['h', 'he', 'hel']) kit.store.setDraft(C1, text);
    kit.store.attach(C1, [PROMPT, { kind: 'file', file: FILE }, RESOURCE]);
    expect(told(kit)).toEqual([]);
    kit.wait();
    const draft = {
      conversationId: 'c1',
      text: 'hel',
      attachments: [
        { kind: 'prompt', id: 'p1' },
        { kind: 'file', hash: FILE.hash, name: 'a.png' },
        { kind: 'resource', serverId: 's', uri: 'notes://a', name: 'a' },
      ],
    };
    expect(told(kit)).toEqual([draft]);
    kit.store.setDraft(C1, 'hello');
    kit.store.flushDrafts();
    kit.wait();
    expect(told(kit)).toEqual([draft, { ...draft, text: 'hello' }]);
  });

  it('hold an attachment once, give it when they are sent, and get it back when that was refused', () => {
    const { store } = pageKit();
    store.attach(C1, [RESOURCE]);
    store.attach(C1, [RESOURCE, { kind: 'file', file: FILE }]);
    const taken = store.takeAttached(C1);
    expect(taken).toEqual([RESOURCE, { kind: 'file', file: FILE }]);
    expect(store.state.getState().attached['c1']).toEqual([]);
    store.restoreDraft(C1, 'refused', taken);
    store.detach(C1, RESOURCE);
    expect(store.state.getState().attached['c1']).toEqual([{ kind: 'file', file: FILE }]);
    expect(store.state.getState().drafts['c1']).toBe('refused');
  });
});
