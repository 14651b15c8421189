import { errorMessage, GatehouseError, toldOf } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { Validator } from '../core/schema/validator.js';
import type { CommandName } from '../shared/ipc/contract.js';
import type { IpcResult } from '../shared/ipc/result.js';

/** Who sent a message, as Electron tells it. */
export interface CommandSender {
  readonly webContentsId: number;
  /** Undefined where the frame is gone already. */
  readonly frame: { readonly origin: string; readonly isMain: boolean } | undefined;
}

export interface CommandPorts {
  readonly isKnownPage: (webContentsId: number) => boolean;
  readonly origin: string;
  /** Resolves when the host stands; a command that comes sooner waits for it. */
  readonly host: Promise<Host>;
  readonly validatorOf: (name: CommandName) => Promise<Validator>;
  /** What people read when Gatehouse itself failed. */
  readonly internalMessage: () => string;
  readonly log: (message: string, error: unknown) => void;
}

/** The largest argument that is looked at; the largest that the contract allows is a quarter of it. UTF-16 code units. */
export const LARGEST_INPUT = 4_000_000;
/** A file comes over once, as bytes; its own limits are a little less. */
const LARGEST_FILE = 17_000_000;
/** What each value costs beside its text, so that a million empty objects are as large as they are. */
const COST_OF_VALUE = 8;

/** Sender, size, schema, and only then work. Never rejects: a refusal is a result with a code. */
export async function answerCommand(
  name: CommandName,
  sender: CommandSender,
  args: readonly unknown[],
  ports: CommandPorts,
): Promise<IpcResult<unknown>> {
  try {
    const wrongSender = senderProblem(sender, ports);
    if (wrongSender !== undefined) return refusal('bad-sender', `${name} was refused: ${wrongSender}.`);
    const [input] = args;
    if (args.length !== 1) return refusal('bad-arguments', `${name} takes exactly one argument.`);
    if (isTooLarge(input, name === 'files.add' ? LARGEST_FILE : LARGEST_INPUT))
      return refusal('too-large', `The argument of ${name} is too large.`);
    const wrong = (await ports.validatorOf(name))(input);
    if (wrong !== undefined) return refusal('bad-arguments', `The argument of ${name} is not valid: ${wrong}.`);
    const { commands } = await ports.host;
    const command: unknown = commands[name];
    if (!isCommand(command)) return refusal('internal', ports.internalMessage());
    return { ok: true, value: await command.call(commands, input) };
  } catch (error) {
    if (error instanceof GatehouseError) return { ok: false, error: toldOf(error, error.code) };
    ports.log(`${name} failed: ${errorMessage(error)}`, error);
    return refusal('internal', ports.internalMessage());
  }
}

/** The type of a command's input is derived from its schema: what the schema let through is what the command takes. */
function isCommand(command: unknown): command is (input: unknown) => Promise<unknown> {
  return typeof command === 'function';
}

function senderProblem(sender: CommandSender, ports: CommandPorts): string | undefined {
  if (sender.frame === undefined) return 'its page is gone';
  if (!sender.frame.isMain) return 'it came from a frame inside the page';
  if (sender.frame.origin !== ports.origin) return 'it came from a page that is not ours';
  if (!ports.isKnownPage(sender.webContentsId)) return 'it came from a window that may not command';
  return undefined;
}

function refusal(
  code: string,
  message: string,
): { readonly ok: false; readonly error: { code: string; message: string } } {
  return { ok: false, error: { code, message } };
}

/** Counts only as far as the limit. What IPC can carry beside JSON (maps, buffers) is left for the schema to refuse. */
function isTooLarge(input: unknown, most: number): boolean {
  const open: unknown[] = [input];
  let size = 0;
  while (open.length > 0) {
    const value = open.pop();
    size += COST_OF_VALUE;
    if (typeof value === 'string') size += value.length;
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) size += value.byteLength;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        size += key.length;
        open.push(inner);
      }
    }
    if (size > most) return true;
  }
  return false;
}
