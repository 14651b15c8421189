import type { ToolSource } from '../tool.js';
import { textResult } from '../tool-result.js';
import { builtinTool, stringArgument } from './builtin-tool.js';
import { fileChange } from './file-change.js';
import { writeWhole } from './workspace-file.js';
import { locate, refusalOf, type Workspace } from './workspace-path.js';

export function writeTool(workspace: Workspace): ToolSource {
  return builtinTool({
    name: 'write',
    description: 'Write a whole file in the workspace. Replaces what is there; creates missing folders.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace.' },
        content: { type: 'string', description: 'The whole new content.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Write',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    invariant: (args) => refusalOf(workspace, stringArgument(args, 'path'), 'write'),
    preview: async (args) => {
      const place = await locate(workspace, stringArgument(args, 'path'), 'write');
      return fileChange(place, () => stringArgument(args, 'content'));
    },
    handler: async (args) => {
      const content = stringArgument(args, 'content');
      const place = await locate(workspace, stringArgument(args, 'path'), 'write');
      const done = await writeWhole(place, content);
      return textResult(
        `${done === 'created' ? 'Created' : 'Replaced'} ${place.shown} (${Buffer.byteLength(content)} bytes).`,
      );
    },
  });
}
