import type { CommandInput } from '../../../shared/ipc/contract.js';
import type { ServerView } from '../../../shared/server.js';

/** A variable of the form. `kept` = the stored value stays; it never reaches the page. */
export interface EnvRow {
  readonly key: string;
  readonly value: string;
  readonly kept: boolean;
}

/** What the form holds while it is filled in. */
export interface ServerForm {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly EnvRow[];
  readonly cwd: string;
  readonly autoConnect: boolean;
}

export type FormProblem = 'name' | 'command' | 'env-key' | 'env-twice';

/** The form for a server, or an empty one for a new server. */
export function formOf(server: ServerView | undefined): ServerForm {
  if (server === undefined) return { name: '', command: '', args: [], env: [], cwd: '', autoConnect: true };
  const { command, args, envKeys, cwd } = server.launch;
  return {
    name: server.name,
    command,
    args,
    env: envKeys.map((key) => ({ key, value: '', kept: true })),
    cwd: cwd ?? '',
    autoConnect: server.autoConnect,
  };
}

/** What keeps the form from being saved. Main checks the rest, and says so in its own words. */
export function problemsOf(form: ServerForm): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  if (form.name.trim() === '') problems.push('name');
  if (form.command.trim() === '') problems.push('command');
  const keys = form.env.map((row) => row.key.trim());
  if (form.env.some((row) => row.key.trim() === '' && row.value !== '')) problems.push('env-key');
  const named = keys.filter((key) => key !== '');
  if (new Set(named).size !== named.length) problems.push('env-twice');
  return problems;
}

/** The form as the command takes it: arguments exactly as written, rows without a name left out. */
export function saveInput(form: ServerForm, id: string | undefined): CommandInput<'servers.save'> {
  const rows = form.env.filter((row) => row.key.trim() !== '');
  return {
    ...(id === undefined ? {} : { id }),
    name: form.name.trim(),
    command: form.command.trim(),
    args: [...form.args],
    env: Object.fromEntries(rows.map((row) => [row.key.trim(), row.kept ? null : row.value])),
    cwd: form.cwd.trim(),
    autoConnect: form.autoConnect,
  };
}

/**
 * Splits a whole command line that was put where one program belongs: `npx -y "my server"` → `npx`, `-y`,
 * `my server`. Undefined where there is nothing to split; a path with spaces needs quotes.
 */
export function splitCommandLine(line: string): readonly string[] | undefined {
  const parts: string[] = [];
  for (const [, double, single, bare] of line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)) {
    parts.push(double ?? single ?? bare ?? '');
  }
  return parts.length > 1 ? parts : undefined;
}
