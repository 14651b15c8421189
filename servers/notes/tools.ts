import { ToolRegistry } from '../kit/tool-registry.js';
import type { NoteFolder } from './note-folder.js';

const NAME = 'The name of the note, without a path or an ending: letters, digits, Chinese characters, "_" and "-".';

/** The tools of `notes`, over any wire. */
export function noteTools(folder: NoteFolder): ToolRegistry {
  return new ToolRegistry('notes')
    .register({
      name: 'list_notes',
      title: 'List notes',
      description: 'Lists the names of all notes, one a line. 列出所有笔记的名字。',
      parameters: {},
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async () => {
        const names = await folder.names();
        return names.length === 0 ? 'There are no notes yet.' : names.join('\n');
      },
    })
    .register({
      name: 'read_note',
      title: 'Read a note',
      description: 'Reads one note and returns its Markdown text. 读一篇笔记的内容。',
      parameters: { name: NAME },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: ({ name }) => folder.read(name),
    })
    .register({
      name: 'add_note',
      title: 'Add a note',
      description: 'Adds a new note. It never overwrites: a name that is taken is refused. 新建一篇笔记。',
      parameters: { name: NAME, content: 'The Markdown text of the note.' },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: async ({ name, content }) => {
        await folder.add(name, content);
        return `Added the note "${name}".`;
      },
    });
}
