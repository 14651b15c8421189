import { branded } from '../../shared/brand.js';
import type { ChatFile, FileHash } from '../../shared/chat-file.js';
import { checkedFile } from '../conversation/checked-file.js';
import type { ConversationStore } from '../conversation/conversation-store.js';
import { GatehouseError } from '../errors.js';

type FileStore = Pick<ConversationStore, 'addFile' | 'file' | 'releaseFiles'>;

/** The files of messages, sent or not: looked at before they are kept, and known by what they are afterwards. */
export class FileShelf {
  readonly #store: FileStore;
  readonly #facts = new Map<FileHash, Omit<ChatFile, 'hash' | 'name'>>();

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** Throws `bad-file` or `file-too-large` where no model takes it. */
  add(name: string, bytes: Uint8Array): ChatFile {
    const { facts, bytes: kept } = checkedFile(name, bytes);
    const hash = this.#store.addFile(kept);
    this.#facts.set(hash, facts);
    return { hash, name, ...facts };
  }

  /** The file of this hash, which the page knows. Throws `file-lost`. */
  named(text: string, name: string): ChatFile {
    const hash = branded<FileHash>(text);
    const facts = this.#facts.get(hash) ?? checkedFile(name, this.bytes(hash)).facts;
    this.#facts.set(hash, facts);
    return { hash, name, ...facts };
  }

  /** Throws `file-lost`. */
  bytes(hash: FileHash): Uint8Array {
    const bytes = this.#store.file(hash);
    if (bytes !== undefined) return bytes;
    throw new GatehouseError('file-lost', 'This file is not in the store any more. Attach it again.');
  }

  /** As `bytes`, for who goes on without it. */
  find(hash: FileHash): Uint8Array | undefined {
    return this.#store.file(hash);
  }

  /** What was never sent goes, but for these. */
  release(keep: Iterable<FileHash>): void {
    this.#store.releaseFiles(new Set(keep));
  }
}
