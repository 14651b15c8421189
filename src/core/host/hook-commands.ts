import type { CommandInput } from '../../shared/ipc/contract.js';
import type { HookConfig } from '../../shared/hook.js';
import { GatehouseError } from '../errors.js';
import { commandLineText } from '../../shared/command-line.js';
import type { HostCommands } from './host.js';
import type { Desk } from './ports.js';
import type { SettingsBook } from './settings-book.js';

export interface HookParts {
  readonly settings: SettingsBook;
  readonly desk: Desk;
  readonly newId: () => string;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

/**
 * The user's hooks. Saving one asks natively, since it starts a program; removing one asks where it could block, since
 * then more may happen than before.
 */
export function hookCommands(parts: HookParts): Pick<HostCommands, 'hooks.save' | 'hooks.remove'> {
  const { settings, desk, signal } = parts;
  return {
    'hooks.save': async (input) => {
      const hook = hookOf(input, parts);
      const before = settings.current.hooks.find(({ id }) => id === hook.id);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(hook)) return { id: hook.id };
      const { event, server, tool } = hook;
      const question = { kind: 'save-hook', event, commandLine: lineOf(hook), server, tool } as const;
      const changes = before === undefined ? {} : { before: lineOf(before) };
      if (!(await desk.confirm({ ...question, ...changes }, signal))) {
        throw new GatehouseError('cancelled', 'The hook was not saved.');
      }
      const { hooks } = settings.current;
      const isKnown = hooks.some(({ id }) => id === hook.id);
      if (before !== undefined && !isKnown) throw unknownHook();
      settings.update({
        hooks: isKnown ? hooks.map((other) => (other.id === hook.id ? hook : other)) : [...hooks, hook],
      });
      return { id: hook.id };
    },
    'hooks.remove': async ({ id }) => {
      const hook = settings.current.hooks.find((other) => other.id === id);
      if (hook === undefined) throw unknownHook();
      const question = { kind: 'remove-hook', event: hook.event, commandLine: lineOf(hook) } as const;
      if (hook.event !== 'Stop' && !(await desk.confirm(question, signal))) {
        throw new GatehouseError('cancelled', 'The hook was not removed.');
      }
      settings.update({ hooks: settings.current.hooks.filter((other) => other.id !== id) });
      return null;
    },
  };
}

function hookOf(input: CommandInput<'hooks.save'>, { settings, newId }: HookParts): HookConfig {
  const { id, event, command, args, server, tool, timeoutSeconds } = input;
  if (id !== undefined && !settings.current.hooks.some((other) => other.id === id)) throw unknownHook();
  if (command.trim() === '') throw badHook('hook-no-command', 'The command is empty. Name the program to start.');
  if ([command, ...args].some((part) => part.includes('\0'))) {
    throw badHook('hook-nul', 'A command or argument holds a NUL character.');
  }
  const isAboutTools = event === 'PreToolUse' || event === 'PostToolUse';
  const names = isAboutTools ? { server: server.trim(), tool: tool.trim() } : { server: '', tool: '' };
  return { id: id ?? newId(), event, command: command.trim(), args, ...names, timeoutSeconds };
}

function lineOf({ command, args }: HookConfig): string {
  return commandLineText(command, args);
}

function badHook(code: string, message: string): GatehouseError {
  return new GatehouseError('bad-hook', message, { details: [{ code, message }] });
}

function unknownHook(): GatehouseError {
  return new GatehouseError('unknown-hook', 'This hook is not there any more.');
}
