import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ServerLaunch, StdioLaunch } from '../../shared/server.js';
import { sha256Hex } from '../canonical-json.js';
import { childEnvironment } from '../process/child-environment.js';
import { resolveCommand } from '../process/resolve-command.js';
import { expandLaunch, type LaunchVariables } from './launch-variables.js';

/** Larger programs are known by their size and the time of their last change. Bytes. */
const MAX_HASHED = 4 * 1024 * 1024;

/** The file that a command stands for. */
export interface ProgramMark {
  /** Absolute, every link followed. */
  readonly path: string;
  /** Another where the file is another. */
  readonly mark: string;
}

/**
 * The program that a launch starts, as it is on the disk now. Undefined where there is none to look at: a server that is
 * elsewhere, a command that is not found (the start then says so), and one of Gatehouse's own variables, whose file
 * changes with each update of Gatehouse.
 */
export async function programMark(launch: ServerLaunch, variables: LaunchVariables): Promise<ProgramMark | undefined> {
  if (launch.kind !== 'stdio' || /^\$\{(?!env:)[^{}]*\}$/u.test(launch.command)) return undefined;
  try {
    const path = await realpath(await fileOf(expandLaunch(launch, variables), variables));
    const { size, mtimeMs } = await stat(path);
    const content = size > MAX_HASHED ? `${size} bytes of ${mtimeMs}` : await hashOf(path);
    return { path, mark: sha256Hex(JSON.stringify([path, content])) };
  } catch {
    return undefined;
  }
}

function fileOf({ command, env, cwd }: StdioLaunch, variables: LaunchVariables): Promise<string> {
  const searchPath = childEnvironment(variables.env, env)['PATH'];
  return resolveCommand(command, searchPath, cwd ?? variables.homeDir);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
