import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import { pngOf } from './files.test-kit.js';
import { openConversationStore, type OpenConversationStore } from './sqlite-conversation-store.js';

const C1 = branded<ConversationId>('c1');
const C2 = branded<ConversationId>('c2');
const PNG = pngOf(3, 3, true);

let folder: string;
let store: OpenConversationStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));
  ({ store } = await openConversationStore(join(folder, 'conversations.db')));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function said(hash: FileHash): AgentEvent {
  const file = { hash, name: 'a.png', kind: 'image/png', size: PNG.length } as const;
  const id = branded<MessageId>('u');
  return { type: 'user-message', message: { role: 'user', id, at: 1, blocks: [{ type: 'file', file }] } };
}

function files(): readonly string[] {
  const place = join(folder, 'conversations.db-blobs');
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(place, name)).isFile(),
  );
}

describe('a file of a message in the store', () => {
  it('is kept once as bytes, by its hash, and not in a row', () => {
    const hash = store.addFile(PNG);
    expect(store.addFile(PNG)).toBe(hash);
    store.append(C1, said(hash));
    expect(files()).toEqual([join(hash.slice(0, 2), hash)]);
    expect(Buffer.from(store.file(hash) ?? []).equals(PNG)).toBe(true);
    expect(store.file(branded<FileHash>('../../etc/passwd'))).toBeUndefined();
  });

  it('goes with the last conversation that has it', () => {
    const hash = store.addFile(PNG);
    store.append(C1, said(hash));
    store.append(C2, said(hash));
    store.releaseFiles(new Set());
    store.remove(C1);
    expect(store.file(hash)).toBeDefined();
    store.remove(C2);
    expect(files()).toEqual([]);
  });

  it('that was never sent goes when it is released, unless a draft has it', () => {
    const draft = store.addFile(PNG);
    store.addFile(pngOf(5, 5, true));
    const queued = store.addFile(pngOf(7, 7, true));
    const [part] = said(queued).type === 'user-message' ? [said(queued)] : [];
    const parts = part?.type === 'user-message' ? part.message.blocks : [];
    store.append(C1, { type: 'queue-changed', queue: [{ id: 'q', text: '', context: [], parts }], at: 1 });
    store.releaseFiles(new Set([draft]));
    expect(store.file(draft)).toBeDefined();
    expect(store.file(queued)).toBeDefined();
    expect(files()).toHaveLength(2);
  });
});
