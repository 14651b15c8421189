import { assertNever } from '../../shared/assert-never.js';
import type { JsonObject } from '../../shared/json.js';
import type { McpContentBlock } from '../../shared/tool.js';
import { fileName } from './file-name.js';

/** What a block of a result is as a file. */
export interface ResultFile {
  /** A suggestion, safe on every system. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** The ends of names by type: a file is named after what its server says it is, whatever the address ends in. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
};

/** The block as a file, or undefined where there is nothing of it to write. `tool` names what has no name. */
export function resultFile(block: McpContentBlock, tool: string): ResultFile | undefined {
  switch (block.type) {
    case 'text':
      return { name: named(tool, tool, 'text/plain'), bytes: Buffer.from(block.text, 'utf8') };
    case 'image':
    case 'audio':
      return { name: named(tool, tool, block.mimeType), bytes: bytesOf(block.data) };
    case 'resource':
      return resourceFile(block.resource, tool);
    case 'resource_link':
    case 'unknown':
      return undefined;
    default:
      return assertNever(block);
  }
}

function resourceFile({ uri, mimeType, text, blob }: JsonObject, tool: string): ResultFile | undefined {
  const type = typeof mimeType === 'string' ? mimeType : '';
  const name = named(typeof uri === 'string' ? lastPart(uri) : '', tool, type);
  if (typeof text === 'string') return { name, bytes: Buffer.from(text, 'utf8') };
  return typeof blob === 'string' ? { name, bytes: bytesOf(blob) } : undefined;
}

function named(wanted: string, tool: string, mimeType: string): string {
  const ending = ENDINGS[mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''];
  const name = fileName(wanted, fileName(tool, 'result'));
  return ending === undefined || name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}

/** Of the path of an address, decoded where it can be. */
function lastPart(uri: string): string {
  const path = uri.split(/[?#]/u, 1)[0] ?? '';
  const part = path.split('/').findLast((piece) => piece !== '') ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Some servers send a whole data URL. */
function bytesOf(base64: string): Buffer {
  return Buffer.from(base64.replace(/^data:[^,]*,/u, ''), 'base64');
}
