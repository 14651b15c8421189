import type { AgentEvent } from '../../shared/agent-event.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import { isStoredEvent } from './stored-event.js';

/** Where long texts are kept. */
export interface BlobStore {
  /** Gives the name to read it by. */
  write(text: string): string;
  /** Undefined where it is lost. */
  read(name: string): string | undefined;
}

/** Longer texts than this become blobs, UTF-16 units: most are images and files in base64. */
const LONGEST_IN_ROW = 32_768;
const MARK = '$blob';
/** A key from outside that looks like our mark gets one more `$`, so that no text from outside reads a file. */
const LIKE_MARK = /^\$+blob$/u;
const LOST = '(This part is lost: its file is missing or was changed.)';

/** The JSON of an event as it goes into a row, and the names of the blobs it needs: its long texts, and its files. */
export function storedJson(
  event: AgentEvent,
  blobs: BlobStore,
): { readonly json: string; readonly names: readonly string[] } {
  const names = new Set<string>(filesOf(event));
  const json = JSON.stringify(event, (_key, value: unknown) => {
    if (typeof value === 'string' && value.length > LONGEST_IN_ROW && isWellFormed(value)) {
      const name = blobs.write(value);
      names.add(name);
      return { [MARK]: name };
    }
    return hasKeyLikeMark(value) ? withKeys(value, (key) => (LIKE_MARK.test(key) ? `$${key}` : key)) : value;
  });
  return { json, names: [...names] };
}

/** The event of a row, whole again; undefined where it is none. A blob that is lost leaves a sentence in its place. */
export function eventOf(json: string, blobs: BlobStore): AgentEvent | undefined {
  const event: unknown = json.includes(`${MARK}"`)
    ? JSON.parse(json, (_key, value: unknown) => restored(value, blobs))
    : JSON.parse(json);
  return isStoredEvent(event) ? event : undefined;
}

/** The files that an event names; they are in the store already. */
function filesOf(event: AgentEvent): readonly string[] {
  const parts =
    event.type === 'user-message'
      ? event.message.blocks
      : event.type === 'queue-changed'
        ? event.queue.flatMap((message) => message.parts ?? [])
        : [];
  return parts.flatMap((part) => (part.type === 'file' ? [part.file.hash] : []));
}

function restored(value: unknown, blobs: BlobStore): unknown {
  if (!hasKeyLikeMark(value)) return value;
  const name = value[MARK];
  if (typeof name === 'string') return blobs.read(name) ?? LOST;
  return withKeys(value, (key) => (LIKE_MARK.test(key) ? key.slice(1) : key));
}

function hasKeyLikeMark(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).some((key) => LIKE_MARK.test(key));
}

function withKeys(value: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), member]));
}

/** A lone surrogate would not survive UTF-8. */
function isWellFormed(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text;
}
