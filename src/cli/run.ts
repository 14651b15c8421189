import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { errorMessage, GatehouseError } from '../core/errors.js';
import { assertNever } from '../shared/assert-never.js';
import type { Settings } from '../shared/settings.js';
import { auditCommand } from './audit-command.js';
import { callCommand } from './call-command.js';
import { chatCommand } from './chat-command.js';
import { EXIT } from './exit-codes.js';
import { House, unlessStopped } from './house.js';
import type { Work } from './invocation.js';
import { Prompt } from './prompt.js';
import { promptsCommand } from './prompts-command.js';
import { resourcesCommand } from './resources-command.js';
import { serversCommand } from './servers-command.js';
import { Terminal } from './terminal.js';
import { toolsCommand } from './tools-command.js';

const CODES: Readonly<Record<string, number>> = {
  'unknown-server': EXIT.usage,
  'unknown-tool': EXIT.usage,
  'resource-not-found': EXIT.usage,
  'bad-arguments': EXIT.usage,
  'not-confirmed': EXIT.denied,
  'sign-in-declined': EXIT.denied,
  denied: EXIT.denied,
  'bad-config': EXIT.config,
};

/** Does the work and ends the process with its exit code. Nothing that was started is left. */
export async function run(work: Work, version: string): Promise<never> {
  const terminal = new Terminal({ stdout: process.stdout, stderr: process.stderr, env: process.env, json: work.json });
  const stop = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const end = (name: NodeJS.Signals): void => {
    // Asked twice: at once. What was started sees that this process is gone and ends by itself.
    if (signal !== undefined) process.exit(128 + constants.signals[name]);
    signal = name;
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
  // Whoever read the output has gone, as `head` does: there is nobody left to work for.
  process.stdout.on('error', () => {
    if (signal === undefined) end('SIGPIPE');
  });
  process.stderr.on('error', () => undefined);
  let code: number;
  try {
    code =
      work.command === 'audit' ? await auditCommand(terminal) : await inHouse(work, version, terminal, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) terminal.failure(error, work.command === 'chat' ? 'line' : 'pretty');
    code = error instanceof GatehouseError ? (CODES[error.code] ?? EXIT.failed) : EXIT.failed;
  }
  await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit(signal === undefined ? code : 128 + constants.signals[signal]);
}

async function inHouse(work: HouseWork, version: string, terminal: Terminal, stop: AbortSignal): Promise<number> {
  const prompt = new Prompt({
    input: process.stdin,
    output: process.stderr,
    inputIsFree: !readsInput(work),
    now: () => performance.now(),
  });
  const house = new House({
    config: work.config,
    yesStart: work.yesStart,
    forRun: work.command === 'chat',
    settings: settingsOf(work),
    prompt,
    version,
    note: (text) => terminal.note(text, 'dim'),
    stop,
  });
  try {
    if (!terminal.json) for (const remark of house.remarks) terminal.note(remark, 'yellow');
    return await commandOf(work, { house, terminal, prompt, stop });
  } finally {
    await house.close();
  }
}

/** What needs servers, policies and settings. */
type HouseWork = Exclude<Work, { readonly command: 'audit' }>;

interface CommandParts {
  readonly house: House;
  readonly terminal: Terminal;
  readonly prompt: Prompt;
  readonly stop: AbortSignal;
}

function commandOf(work: HouseWork, { house, terminal, prompt, stop }: CommandParts): Promise<number> {
  const readInput = (): Promise<string> => unlessStopped(wholeInput(), stop);
  switch (work.command) {
    case 'servers':
      return serversCommand(work, house, terminal);
    case 'tools':
      return toolsCommand(work, house, terminal);
    case 'resources':
      return resourcesCommand(work, { house, terminal, stop });
    case 'prompts':
      return promptsCommand(work, { house, terminal, stop, readInput });
    case 'call':
      return callCommand(work, { house, terminal, readInput, canAsk: prompt.canAsk, stop });
    case 'chat':
      return chatCommand(work, { house, terminal, readInput, stop });
    default:
      return assertNever(work);
  }
}

function readsInput(work: Work): boolean {
  const takesInput = work.command === 'call' || work.command === 'prompts';
  return (takesInput && work.input === '-') || (work.command === 'chat' && work.prompt === '-');
}

function settingsOf(work: Work): Partial<Settings> {
  if (work.command !== 'chat') return {};
  return {
    ...(work.model === undefined ? {} : { model: work.model }),
    ...(work.workspace === undefined ? {} : { workspace: existingFolder(work.workspace) }),
  };
}

function existingFolder(path: string): string {
  const folder = resolve(path);
  try {
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    throw new GatehouseError('bad-arguments', `--workspace: ${errorMessage(error)}`, { cause: error });
  }
  throw new GatehouseError('bad-arguments', `--workspace: ${folder} is no folder.`);
}

async function wholeInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Resolves when what was written is with the system, or can't be. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((settle) => stream.write('', () => settle()));
}
