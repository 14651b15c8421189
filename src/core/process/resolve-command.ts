import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ToldParts } from '../../shared/told.js';
import { GatehouseError } from '../errors.js';

/** Where a command is looked for when the environment has no `PATH`. */
const DEFAULT_PATH = '/usr/bin:/bin';

/**
 * The absolute path of a command on POSIX: one with a slash is relative to `cwd`, another is looked for in `searchPath`.
 * Done before the start, because afterwards a missing command can't be told from a program that exits with 127.
 * Rejects with code `spawn-failed`.
 */
export async function resolveCommand(command: string, searchPath: string | undefined, cwd: string): Promise<string> {
  if (command === '') throw failed('The command is empty. Name the program to start.', {});
  const candidates = command.includes('/')
    ? [path.resolve(cwd, command)]
    : (searchPath ?? DEFAULT_PATH).split(':').map((folder) => path.resolve(cwd, folder, command));
  let refusal: { readonly why: string; readonly parts: ToldParts } | undefined;
  for (const file of candidates) {
    const found = await look(file);
    if (found === 'program') {
      await checkInterpreter(command, file);
      return file;
    }
    if (found === 'folder') refusal ??= { why: `${file} is a folder. Name a program.`, parts: { folder: file } };
    if (found === 'not-executable') {
      const why = `${file} may not be run. Make it executable (chmod +x), or start it with its interpreter.`;
      refusal ??= { why, parts: { notRunnable: file } };
    }
  }
  const [place = ''] = candidates;
  const missing = command.includes('/')
    ? { why: `${place} does not exist. Correct the path.`, parts: { missing: place } }
    : { why: 'it is in no folder of the PATH given to it. Install it, or give its full path.', parts: {} };
  const { why, parts } = refusal ?? missing;
  throw failed(`The command "${command}" can't be started: ${why}`, { command, ...parts });
}

async function look(file: string): Promise<'program' | 'folder' | 'not-executable' | 'missing'> {
  const [found, runnable] = await Promise.allSettled([stat(file), access(file, constants.X_OK)]);
  if (found.status === 'rejected') return 'missing';
  if (!found.value.isFile()) return 'folder';
  return runnable.status === 'fulfilled' ? 'program' : 'not-executable';
}

/** A script whose first line names an interpreter that is gone would end like a program that exits with 127. */
async function checkInterpreter(command: string, file: string): Promise<void> {
  const head = await firstLine(file);
  const interpreter = /^#!\s*(\/\S+)/.exec(head)?.[1];
  if (interpreter === undefined || (await look(interpreter)) === 'program') return;
  throw failed(
    `The command "${command}" can't be started: the first line of ${file} names ${interpreter}, which is no program here. Install it, or reinstall the command.`,
    { command, script: file, interpreter },
  );
}

async function firstLine(file: string): Promise<string> {
  let handle;
  try {
    handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? '';
  } catch {
    // Runnable but not readable is allowed: then there is nothing to check.
    return '';
  } finally {
    await handle?.close();
  }
}

/** Rejects with code `spawn-failed` where the folder to start in is missing. */
export async function checkFolder(command: string, cwd: string): Promise<void> {
  const found = await look(cwd);
  if (found === 'folder') return;
  const what = found === 'missing' ? 'does not exist' : 'is no folder';
  throw failed(`The command "${command}" can't be started: its folder ${cwd} ${what}. Create it, or choose another.`, {
    command,
    [found === 'missing' ? 'missingCwd' : 'wrongCwd']: cwd,
  });
}

function failed(message: string, parts: ToldParts): GatehouseError {
  return new GatehouseError('spawn-failed', message, { parts });
}
