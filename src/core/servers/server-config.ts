import { isAbsolute } from 'node:path';
import type { ServerLaunch, StdioLaunch } from '../../shared/server.js';
import { visibleText } from '../../shared/visible-text.js';
import { misplacedSecrets, secretReference } from './launch-variables.js';
import { remoteProblems } from './remote-problems.js';

/** The name under which the built-in tools appear; no server may take it. */
const RESERVED_NAME = 'gatehouse';

/** What is wrong with a server's name; undefined where nothing is. `others` are the names of the other servers. */
export function nameProblem(name: string, others: readonly string[]): string | undefined {
  if (name.trim() === '') return 'A server needs a name.';
  if (name !== name.trim()) return 'The name begins or ends with a space.';
  if (name.length > 100) return 'The name is longer than 100 characters.';
  if (/[\n\t]/.test(name) || visibleText(name) !== name) return 'The name holds a character that can not be seen.';
  if (sameName(name, RESERVED_NAME)) return `“${name}” is the name of Gatehouse’s own tools; choose another.`;
  if (others.some((other) => sameName(other, name))) return `There is already a server named “${name}”.`;
  return undefined;
}

/** Names that a reader would take for one: case and Unicode form do not tell servers apart. */
export function sameName(left: string, right: string): boolean {
  return left.normalize('NFC').toLowerCase() === right.normalize('NFC').toLowerCase();
}

/** What is wrong with a launch, one sentence each. */
export function launchProblems(launch: ServerLaunch): readonly string[] {
  const misplaced = misplacedSecrets(launch).map(
    (name) =>
      `${secretReference(name)} stands where others can read it. A secret goes into the value of a variable or a header.`,
  );
  return [...misplaced, ...(launch.kind === 'stdio' ? programProblems(launch) : remoteProblems(launch))];
}

function programProblems(launch: StdioLaunch): readonly string[] {
  const problems: string[] = [];
  if (launch.command.trim() === '') problems.push('The command is empty.');
  if ([launch.command, ...launch.args, launch.cwd ?? ''].some((part) => part.includes('\0'))) {
    problems.push('A command, argument or folder holds a NUL character.');
  }
  for (const [key, value] of Object.entries(launch.env)) {
    if (!/^[^=\0]+$/.test(key)) problems.push(`${JSON.stringify(key)} can not be the name of an environment variable.`);
    if (value.includes('\0')) problems.push(`The value of ${JSON.stringify(key)} holds a NUL character.`);
  }
  for (const path of launch.sandbox?.read ?? []) {
    if (path.includes('\0') || !(isAbsolute(path) || path.startsWith('${'))) {
      problems.push(
        `${JSON.stringify(path)} in the list of readable folders must be an absolute path, or begin with a variable such as \${home}.`,
      );
    }
  }
  if (launch.cwd !== undefined && !isAbsolute(launch.cwd) && !launch.cwd.startsWith('${')) {
    problems.push('The folder must be an absolute path, or begin with a variable such as ${home}.');
  }
  return problems;
}
