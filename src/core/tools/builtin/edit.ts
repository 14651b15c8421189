import type { JsonObject } from '../../../shared/json.js';
import { GatehouseError } from '../../errors.js';
import type { ToolSource } from '../tool.js';
import { textResult } from '../tool-result.js';
import { builtinTool, stringArgument } from './builtin-tool.js';
import { fileChange, textIn } from './file-change.js';
import { writeWhole } from './workspace-file.js';
import { locate, refusalOf, type Workspace } from './workspace-path.js';

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
    preview: async (args) => {
      const place = await locate(workspace, stringArgument(args, 'path'), 'write');
      return fileChange(place, (text) =>
        editedPieces(text, args, place.shown).join(stringArgument(args, 'new_string')),
      );
    },
    handler: async (args) => {
      const place = await locate(workspace, stringArgument(args, 'path'), 'write');
      const pieces = editedPieces(await textIn(place), args, place.shown);
      const after = stringArgument(args, 'new_string');
      await writeWhole(place, pieces.join(after));
      const count = pieces.length - 1;
      return textResult(`Replaced ${count} ${count === 1 ? 'occurrence' : 'occurrences'} in ${place.shown}.`);
    },
  });
}

function editedPieces(text: string, args: JsonObject, shown: string): readonly string[] {
  const [before, after] = [stringArgument(args, 'old_string'), stringArgument(args, 'new_string')];
  return pieceList(text, before, after, shown, args['replace_all'] === true);
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
