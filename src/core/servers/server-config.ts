import { isAbsolute } from 'node:path';
import type { ServerLaunch, StdioLaunch } from '../../shared/server.js';
import type { Told } from '../../shared/told.js';
import { visibleText } from '../../shared/visible-text.js';
import { GatehouseError } from '../errors.js';
import { misplacedSecrets, secretReference } from './launch-variables.js';
import { remoteProblems } from './remote-problems.js';

/** The name under which the built-in tools appear; no server may take it. */
const RESERVED_NAME = 'gatehouse';
const LONGEST_NAME = 100;

const EXAMPLE = '${home}';

/** What is wrong with a server's name; undefined where nothing is. `others` are the names of the other servers. */
export function nameProblem(name: string, others: readonly string[]): Told | undefined {
  if (name.trim() === '') return { code: 'server-name-missing', message: 'A server needs a name.' };
  if (name !== name.trim()) {
    return { code: 'server-name-spaces', message: 'The name begins or ends with a space.' };
  }
  if (name.length > LONGEST_NAME) {
    const most = String(LONGEST_NAME);
    return { code: 'server-name-long', message: `The name is longer than ${most} characters.`, parts: { most } };
  }
  if (/[\n\t]/.test(name) || visibleText(name) !== name) {
    return { code: 'server-name-unseen', message: 'The name holds a character that can not be seen.' };
  }
  if (sameName(name, RESERVED_NAME)) {
    const message = `“${name}” is the name of Gatehouse’s own tools; choose another.`;
    return { code: 'server-name-reserved', message, parts: { name } };
  }
  if (others.some((other) => sameName(other, name))) {
    return { code: 'server-name-taken', message: `There is already a server named “${name}”.`, parts: { name } };
  }
  return undefined;
}

/** Names that a reader would take for one: case and Unicode form do not tell servers apart. */
export function sameName(left: string, right: string): boolean {
  return left.normalize('NFC').toLowerCase() === right.normalize('NFC').toLowerCase();
}

/** A server that can't be kept as it is asked for. Code `bad-server`. */
export function badServer(...problems: readonly Told[]): GatehouseError {
  return new GatehouseError('bad-server', problems.map(({ message }) => message).join('\n'), { details: problems });
}

/** What is wrong with a launch, one sentence each. */
export function launchProblems(launch: ServerLaunch): readonly Told[] {
  const misplaced = misplacedSecrets(launch).map((name): Told => {
    const reference = secretReference(name);
    const message = `${reference} stands where others can read it. A secret goes into the value of a variable or a header.`;
    return { code: 'server-secret-misplaced', message, parts: { reference } };
  });
  return [...misplaced, ...(launch.kind === 'stdio' ? programProblems(launch) : remoteProblems(launch))];
}

function programProblems(launch: StdioLaunch): readonly Told[] {
  const problems: Told[] = [];
  if (launch.command.trim() === '') problems.push({ code: 'server-no-command', message: 'The command is empty.' });
  if ([launch.command, ...launch.args, launch.cwd ?? ''].some((part) => part.includes('\0'))) {
    problems.push({ code: 'server-command-nul', message: 'A command, argument or folder holds a NUL character.' });
  }
  for (const [key, value] of Object.entries(launch.env)) {
    const name = JSON.stringify(key);
    if (!/^[^=\0]+$/.test(key)) {
      const message = `${name} can not be the name of an environment variable.`;
      problems.push({ code: 'server-env-name', message, parts: { name } });
    }
    if (value.includes('\0')) {
      const message = `The value of ${name} holds a NUL character.`;
      problems.push({ code: 'server-env-nul', message, parts: { name } });
    }
  }
  for (const path of launch.sandbox?.read ?? []) {
    if (path.includes('\0') || !(isAbsolute(path) || path.startsWith('${'))) {
      const folder = JSON.stringify(path);
      const message = `${folder} in the list of readable folders must be an absolute path, or begin with a variable such as ${EXAMPLE}.`;
      problems.push({ code: 'server-readable-folder', message, parts: { folder, example: EXAMPLE } });
    }
  }
  if (launch.cwd !== undefined && !isAbsolute(launch.cwd) && !launch.cwd.startsWith('${')) {
    const message = `The folder must be an absolute path, or begin with a variable such as ${EXAMPLE}.`;
    problems.push({ code: 'server-folder', message, parts: { example: EXAMPLE } });
  }
  return problems;
}
