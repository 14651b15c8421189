import { resolve } from 'node:path';
import { McpServer } from '../kit/mcp-server.js';
import { serveStdio } from '../kit/stdio.js';
import { NoteFolder } from './note-folder.js';
import { SEEDS } from './seeds.js';
import { noteTools } from './tools.js';

const USAGE = `Usage: notes <folder>

An MCP server over stdin and stdout with the tools list_notes, read_note and add_note.
Notes are the Markdown files in <folder>; it is made where it is missing, and an empty one gets a few notes to start with.
`;

async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined || folder.startsWith('--')) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const notes = await NoteFolder.open(resolve(folder), SEEDS);
  const info = {
    name: 'notes',
    title: 'Notes',
    version: '1.0.0',
    instructions: 'Notes of the user, as Markdown. Names come from list_notes; add_note never overwrites.',
  };
  serveStdio(new McpServer(info, noteTools(notes)));
}

main(process.argv[2]).catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`notes could not open its folder: ${why}\n`);
  process.exitCode = 1;
});
