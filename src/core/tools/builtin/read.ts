import type { Dirent } from 'node:fs';
import type { ToolResult } from '../../../shared/tool.js';
import { imageKind, MAX_IMAGE_BYTES } from '../../image-kind.js';
import type { ToolSource } from '../tool.js';
import { errorResult, textResult } from '../tool-result.js';
import { builtinTool, numberArgument, stringArgument } from './builtin-tool.js';
import { readText, type TextRange } from './read-text.js';
import { type OpenedPlace, withPlace } from './workspace-file.js';
import { locate, refusalOf, type Workspace } from './workspace-path.js';

const MAX_ENTRIES = 1000;

export function readTool(workspace: Workspace): ToolSource {
  return builtinTool({
    name: 'read',
    description:
      'Read a file of the workspace: UTF-8 text (256 KB at most, by lines), or an image (PNG, JPEG, GIF, WebP). ' +
      'A folder gives the names in it.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace; "." is the workspace itself.' },
        offset: { type: 'integer', minimum: 1, description: 'First line, from 1.' },
        limit: { type: 'integer', minimum: 1, description: 'Lines at most.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Read',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    invariant: (args) => refusalOf(workspace, stringArgument(args, 'path'), 'read'),
    origin: (args) => ({ kind: 'file', path: stringArgument(args, 'path') }),
    handler: async (args, { signal }) => {
      const place = await locate(workspace, stringArgument(args, 'path'), 'read');
      const range = {
        offset: numberArgument(args, 'offset') ?? 1,
        limit: numberArgument(args, 'limit') ?? Number.MAX_SAFE_INTEGER,
      };
      return withPlace(place, (opened) => show(opened, place.shown, range, signal));
    },
  });
}

async function show(opened: OpenedPlace, shown: string, range: TextRange, signal: AbortSignal): Promise<ToolResult> {
  if (opened.kind === 'folder') return textResult(listing(opened.entries));
  const name = JSON.stringify(shown);
  const head = Buffer.alloc(12);
  await opened.handle.read(head, 0, head.length, 0);
  const kind = imageKind(head);
  if (kind === undefined) {
    const text = await readText(opened.handle, range, signal);
    return text === undefined
      ? errorResult(`${name} is not UTF-8 text, nor an image the model can see.`)
      : textResult(text);
  }
  if (opened.stats.size > MAX_IMAGE_BYTES) {
    return errorResult(`${name} is an image of ${opened.stats.size} bytes; ${MAX_IMAGE_BYTES} at most are shown.`);
  }
  // As many bytes as were looked at: the file may grow while it is read.
  const bytes = Buffer.alloc(opened.stats.size);
  const { bytesRead } = await opened.handle.read(bytes, 0, bytes.length, 0);
  const data = bytes.subarray(0, bytesRead).toString('base64');
  return { content: [{ type: 'image', data, mimeType: kind }], isError: false };
}

function listing(entries: readonly Dirent[]): string {
  if (entries.length === 0) return '(an empty folder)';
  const names = entries.map((entry) => `${entry.name}${entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '@' : ''}`);
  const sorted = names.toSorted((a, b) => (a < b ? -1 : 1));
  const more = sorted.length - MAX_ENTRIES;
  return more > 0 ? [...sorted.slice(0, MAX_ENTRIES), `[and ${more} more]`].join('\n') : sorted.join('\n');
}
