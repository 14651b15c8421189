import type { Readable } from 'node:stream';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import type { Told } from '../../shared/told.js';
import { toldOf } from '../errors.js';
import { type ChildLaunch, type GuardedChild, spawnGuarded } from '../process/guarded-child.js';
import { settlesWithin } from '../process/settles-within.js';

/** What an external hook came to. `proceeded` may bring context for the model, which only a prompt's event uses. */
export type HookAnswer = { readonly exitCode?: number } & (
  | { readonly kind: 'proceeded'; readonly context?: string }
  | { readonly kind: 'blocked'; readonly reason: Told }
  | { readonly kind: 'failed'; readonly why: Told }
);

/** The exit code with which a hook blocks; what it says on stderr is the reason. */
const BLOCKS = 2;
const MOST_OUTPUT = 256 * 1024;
/** Of a reason or a failure, UTF-16 units: it goes to the model. */
const MOST_WORDS = 2000;
/** A process that left the group can hold the pipes open; what it says after this is not waited for, ms. */
const LAST_WORDS_MS = 500;

const CANCELLED: Told = { code: 'hook-cancelled', message: 'the turn was cancelled' };
const UNREADABLE: Told = { code: 'hook-unreadable', message: 'what it printed is no answer that Gatehouse can read' };
const TOO_MUCH: Told = {
  code: 'hook-too-much',
  message: `it printed more than ${MOST_OUTPUT} bytes`,
  parts: { most: String(MOST_OUTPUT) },
};

/**
 * Runs the program with `input` as one JSON line on stdin and reads what it decides: exit code 2 blocks, 0 goes on, or
 * does what its JSON on stdout says: `{"decision":"block","reason":"…"}`, `{"additionalContext":"…"}`. That it allows is
 * not listened to. Never rejects; nothing of the program is left when it resolves.
 */
export async function runExternalHook(
  launch: ChildLaunch,
  input: JsonObject,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<HookAnswer> {
  if (signal.aborted) return { kind: 'failed', why: CANCELLED };
  let child: GuardedChild;
  try {
    child = await spawnGuarded(launch);
  } catch (error) {
    return { kind: 'failed', why: toldOf(error, 'spawn-failed') };
  }
  let stopped: Told | undefined;
  const stop = (why: Told): void => {
    stopped ??= why;
    // `exited`, awaited below, tells when the whole group is gone.
    void child.kill();
  };
  const cancel = (): void => stop(CANCELLED);
  const timer = setTimeout(() => stop(tooLate(timeoutMs / 1000)), timeoutMs);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const tooMuch = (): void => stop(TOO_MUCH);
    const outputs = [collect(child.stdout, tooMuch), collect(child.stderr, tooMuch)] as const;
    child.stdin.end(`${JSON.stringify(input)}\n`);
    const { code, signal: endedBy } = await child.exited;
    await settlesWithin(Promise.all(outputs.map(({ ended }) => ended)), LAST_WORDS_MS);
    child.stdout.destroy();
    child.stderr.destroy();
    if (stopped !== undefined) return { kind: 'failed', why: stopped };
    if (code === null) return { kind: 'failed', why: endedBySignal(endedBy ?? '') };
    return { ...answerOf(code, outputs[0].text(), outputs[1].text().trim().slice(0, MOST_WORDS)), exitCode: code };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function collect(
  stream: Readable,
  tooMuch: () => void,
): { readonly ended: Promise<void>; readonly text: () => string } {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const ended = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_OUTPUT) tooMuch();
      else chunks.push(chunk);
    });
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
  });
  return { ended, text: () => Buffer.concat(chunks).toString('utf8') };
}

function answerOf(code: number, output: string, said: string): HookAnswer {
  if (code === BLOCKS) return { kind: 'blocked', reason: reasonOf(said) };
  if (code !== 0) return { kind: 'failed', why: exitedWith(code, said) };
  if (output.trim() === '') return { kind: 'proceeded' };
  return decisionOf(output) ?? { kind: 'failed', why: UNREADABLE };
}

/** Undefined where the output is no answer: a decision that nobody knows could be meant as a block. */
function decisionOf(output: string): HookAnswer | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (!isJsonObject(answer)) return undefined;
  const { decision, reason, additionalContext: context } = answer;
  const isWrong = [reason, context].some((text) => text !== undefined && typeof text !== 'string');
  if (isWrong) return undefined;
  switch (decision) {
    case 'block':
    case 'deny':
      return { kind: 'blocked', reason: reasonOf(typeof reason === 'string' ? reason.slice(0, MOST_WORDS) : '') };
    case undefined:
    case 'allow':
    case 'approve':
      return { kind: 'proceeded', ...(typeof context === 'string' ? { context } : {}) };
    default:
      return undefined;
  }
}

/** What a hook says itself has a code without words: it stands as it is in every language. */
function reasonOf(said: string): Told {
  return said === ''
    ? { code: 'hook-silent', message: 'it gave no reason' }
    : { code: 'hook-said', message: said, parts: { said } };
}

function tooLate(seconds: number): Told {
  return {
    code: 'hook-too-late',
    message: `it did not answer within ${seconds} s`,
    parts: { seconds: String(seconds) },
  };
}

function endedBySignal(signal: string): Told {
  return { code: 'hook-ended', message: `it was ended by ${signal}`, parts: { signal } };
}

function exitedWith(code: number, said: string): Told {
  const sentence = `it exited with code ${code}`;
  const parts = { exitCode: String(code) };
  return said === ''
    ? { code: 'hook-exited', message: sentence, parts }
    : { code: 'hook-exited', message: `${sentence}: ${said}`, parts: { ...parts, said } };
}
