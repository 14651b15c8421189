import type { FileHandle } from 'node:fs/promises';
import { GatehouseError } from '../../errors.js';
import type { ToolSource } from '../tool.js';
import { textResult } from '../tool-result.js';
import { builtinTool, stringArgument } from './builtin-tool.js';
import { withPlace, writeWhole } from './workspace-file.js';
import { locate, refusalOf, type Workspace } from './workspace-path.js';

const MAX_BYTES = 5 * 1024 * 1024;

export function editTool(workspace: Workspace): ToolSource {
  return builtinTool({
    name: 'edit',
    description:
      'Replace text in a file of the workspace. old_string must be in the file exactly once, character for character, ' +
      'unless replace_all is true.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace.' },
        old_string: { type: 'string', minLength: 1, description: 'The text that is there now.' },
        new_string: { type: 'string', description: 'The text that takes its place.' },
        replace_all: { type: 'boolean', description: 'Replace every occurrence. Default false.' },
      },
      required: ['path', 'old_string', 'new_string'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Edit',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
    invariant: (args) => refusalOf(workspace, stringArgument(args, 'path'), 'write'),
    handler: async (args) => {
      const [before, after] = [stringArgument(args, 'old_string'), stringArgument(args, 'new_string')];
      const place = await locate(workspace, stringArgument(args, 'path'), 'write');
      const text = await withPlace(place, async (opened) => {
        if (opened.kind === 'file') return wholeText(opened.handle, opened.stats.size, place.shown);
        throw new GatehouseError('is-folder', `${JSON.stringify(place.shown)} is a folder.`);
      });
      const pieces = pieceList(text, before, after, place.shown, args['replace_all'] === true);
      await writeWhole(place, pieces.join(after));
      const count = pieces.length - 1;
      return textResult(`Replaced ${count} ${count === 1 ? 'occurrence' : 'occurrences'} in ${place.shown}.`);
    },
  });
}

/** The text between the occurrences of `before`. Throws a sentence that says how many there are where that is wrong. */
function pieceList(text: string, before: string, after: string, shown: string, all: boolean): readonly string[] {
  const name = JSON.stringify(shown);
  if (before === '') throw new GatehouseError('bad-arguments', 'old_string is empty. Use write for a new file.');
  if (before === after) throw new GatehouseError('bad-arguments', 'old_string and new_string are the same.');
  const pieces = text.split(before);
  const count = pieces.length - 1;
  if (count === 0)
    throw new GatehouseError('no-match', `old_string is not in ${name}. Read the file and copy it exactly.`);
  if (count === 1 || all) return pieces;
  const sentence = `old_string is in ${name} ${count} times. Give more of the text around it, or set replace_all.`;
  throw new GatehouseError('many-matches', sentence);
}

async function wholeText(handle: FileHandle, size: number, shown: string): Promise<string> {
  const name = JSON.stringify(shown);
  if (size > MAX_BYTES) throw new GatehouseError('too-large', `${name} is larger than ${MAX_BYTES} bytes.`);
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  try {
    // The mark at the start of some files stays where it is.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, bytesRead));
  } catch {
    throw new GatehouseError('not-text', `${name} is not UTF-8 text.`);
  }
}
