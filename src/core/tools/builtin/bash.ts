import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { ToolResult } from '../../../shared/tool.js';
import { childEnvironment } from '../../process/child-environment.js';
import { type ChildExit, type ChildLaunch, spawnGuarded } from '../../process/guarded-child.js';
import type { SandboxRules } from '../../process/sandbox.js';
import { settlesWithin } from '../../process/settles-within.js';
import type { ToolSource } from '../tool.js';
import { builtinTool, numberArgument, stringArgument } from './builtin-tool.js';
import { CappedOutput } from './capped-output.js';
import { type Workspace, workspaceRoot } from './workspace-path.js';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 600;
const MAX_OUTPUT_BYTES = 64 * 1024;
/** A program that left the group may keep the pipes open for ever; what it says after this is not waited for. */
const LAST_WORDS_MS = 500;

/**
 * `env`: the host's environment, of which a command gets only what a program needs to find its way. `walls`: the sandbox
 * that commands run in now; undefined: none.
 */
export function bashTool(
  workspace: Workspace,
  env: Readonly<Record<string, string | undefined>>,
  walls: () => SandboxRules | undefined = () => undefined,
): ToolSource {
  return builtinTool({
    name: 'bash',
    description:
      'Run a shell command in the workspace folder. Gives what it printed (64 KB at most, beginning and end) and its ' +
      'exit code. Nothing it starts goes on after it ends.',
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1 },
        timeout_seconds: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_SECONDS,
          description: `Default ${DEFAULT_SECONDS}.`,
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Run a command',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    invariant: () =>
      workspaceRoot(workspace).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    preview: async (args) => ({
      kind: 'command',
      command: stringArgument(args, 'command'),
      folder: await workspaceRoot(workspace),
    }),
    origin: () => ({ kind: 'command' }),
    handler: async (args, { signal }) => {
      const seconds = Math.min(numberArgument(args, 'timeout_seconds') ?? DEFAULT_SECONDS, MAX_SECONDS);
      const cwd = await workspaceRoot(workspace);
      const sandbox = walls();
      const launch = {
        ...shellFor(stringArgument(args, 'command')),
        env: childEnvironment(env, { TERM: 'dumb' }),
        cwd,
        ...(sandbox === undefined ? {} : { sandbox }),
      };
      return run(launch, seconds, signal);
    },
  });
}

async function run(launch: ChildLaunch, seconds: number, signal: AbortSignal): Promise<ToolResult> {
  const output = new CappedOutput(MAX_OUTPUT_BYTES);
  if (signal.aborted) return { ...finished(output, '[cancelled before it started]', true), stopped: 'ended' };
  const child = await spawnGuarded(launch);
  let stopped: 'cancelled' | 'timeout' | undefined;
  const stop = (why: 'cancelled' | 'timeout'): void => {
    stopped ??= why;
    // `exited`, awaited below, tells when the whole group is gone.
    void child.kill();
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), seconds * 1000);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    child.stdin.end();
    const streams = [child.stdout, child.stderr];
    const ended = streams.map((stream) => collect(stream, output));
    const exit = await child.exited;
    await settlesWithin(Promise.all(ended), LAST_WORDS_MS);
    for (const stream of streams) stream.destroy();
    const result = finished(output, ending(exit, stopped, seconds), stopped !== undefined || exit.code !== 0);
    return stopped === 'cancelled' ? { ...result, stopped: 'ended' } : result;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function shellFor(command: string): { readonly command: string; readonly args: readonly string[] } {
  if (process.platform === 'win32') return { command: 'cmd.exe', args: ['/d', '/s', '/c', command] };
  if (!existsSync('/bin/bash')) return { command: '/bin/sh', args: ['-c', command] };
  // Our pipes are sockets, which bash takes for a remote login: without --norc it would run the user's ~/.bashrc first,
  // with whatever that prints and exports, keys included.
  return { command: '/bin/bash', args: ['--norc', '-c', command] };
}

function collect(stream: Readable, output: CappedOutput): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => output.add(chunk));
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
  });
}

function ending(exit: ChildExit, stopped: 'cancelled' | 'timeout' | undefined, seconds: number): string {
  if (stopped === 'cancelled') return '[cancelled; everything it started was killed]';
  if (stopped === 'timeout') return `[killed after ${seconds} s, with everything it started]`;
  return exit.code === null ? `[ended by ${exit.signal ?? 'a signal'}]` : `[exit code ${exit.code}]`;
}

function finished(output: CappedOutput, note: string, isError: boolean): ToolResult {
  // Colours and cursor moves are for a terminal, and can hide text from a reader.
  const printed = stripVTControlCharacters(output.text()).trimEnd();
  return { content: [{ type: 'text', text: printed === '' ? note : `${printed}\n${note}` }], isError };
}
