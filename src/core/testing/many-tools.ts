import type { ToolSource } from '../tools/tool.js';
import { toolOf } from './tool-source.js';

const VERBS = ['create', 'list', 'get', 'update', 'search', 'archive', 'export', 'share', 'merge', 'count'];
const OBJECTS = ['issue', 'invoice', 'event', 'photo', 'song', 'ticket', 'contact', 'order', 'branch', 'report'];

/** Servers with a hundred tools each, as large as those of real servers: about 150 tokens a definition. */
export function manyTools(servers: number): readonly ToolSource[] {
  return Array.from({ length: servers }, (_, at) => serverTools(`server-${String(at).padStart(3, '0')}`)).flat();
}

function serverTools(serverName: string): readonly ToolSource[] {
  return VERBS.flatMap((verb) =>
    OBJECTS.map((object) =>
      toolOf(serverName, `${verb}_${object}`, {
        title: `${verb} ${object}s`,
        description:
          `Use this to ${verb} one ${object} or several in the workspace of the account that is signed in. Gives the ` +
          'fields that were asked for, as JSON, with their ids, so that other tools can go on with them.',
        inputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: `The id of the ${object}.` },
            fields: { type: 'array', items: { type: 'string' }, description: 'What is wanted of it.' },
            limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many at most.' },
          },
          required: ['id'],
        },
      }),
    ),
  );
}
