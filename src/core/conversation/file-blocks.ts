import type { ChatFile, FileHash, PartSource } from '../../shared/chat-file.js';
import { isImageFile } from '../../shared/chat-file.js';
import type { UserBlock } from '../../shared/conversation.js';
import type { ModelBlock } from './model-message.js';

/** What stands before the words of a prompt. */
export const GIVEN = '[The user sends the following from ';

/** The bytes of a file of a message, or undefined where they are lost. */
export type ReadFile = (hash: FileHash) => Uint8Array | undefined;

/** What the model is given of a part of the user's message: text, an image, or a document with its name. */
export function userModelBlocks(block: UserBlock, readFile: ReadFile | undefined): readonly ModelBlock[] {
  if (block.type === 'text') return [block.source === undefined ? text(block.text) : given(block.source, block.text)];
  if (readFile === undefined) return [text(`[The user attached the file ${JSON.stringify(block.file.name)} here.]`)];
  const bytes = readFile(block.file.hash);
  if (bytes === undefined) return [text(`[The file ${JSON.stringify(block.file.name)} is lost.]`)];
  return fileBlocks(block.file, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), block.source);
}

function fileBlocks(file: ChatFile, bytes: Buffer, source: PartSource | undefined): readonly ModelBlock[] {
  const title = source === undefined ? file.name : `${file.name} (${sourceName(source)})`;
  if (file.kind === 'text/plain') return [textDocument(bytes.toString('utf8'), title)];
  const data = bytes.toString('base64');
  if (isImageFile(file)) return [{ type: 'image', source: { type: 'base64', media_type: file.kind, data } }];
  return [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data }, title: short(title) }];
}

/** A prompt is what the user wants to say; a resource is something to read. */
function given(source: PartSource, words: string): ModelBlock {
  if (source.given.kind === 'resource') return textDocument(words, sourceName(source));
  return text(`${GIVEN}${sourceName(source)}]\n${words}`);
}

/** For a sentence (English): who gave a part, and what it is. */
export function sourceName({ serverName, given: what }: PartSource): string {
  return what.kind === 'prompt'
    ? `the prompt ${JSON.stringify(what.name)} of the server ${JSON.stringify(serverName)}`
    : `the resource ${what.uri} of the server ${JSON.stringify(serverName)}`;
}

function textDocument(data: string, title: string): ModelBlock {
  // The API takes no empty document.
  if (data.trim() === '') return text(`[${title} is empty.]`);
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, title: short(title) };
}

/** The API takes titles of 500 characters at most. */
function short(title: string): string {
  return title.length > 500 ? `${title.slice(0, 499)}…` : title;
}

function text(words: string): ModelBlock {
  return { type: 'text', text: words };
}
