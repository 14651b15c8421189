import type { ConversationId } from '../../shared/conversation.js';
import type { HookConfig, HookEvent, HookRun } from '../../shared/hook.js';
import type { JsonObject } from '../../shared/json.js';
import { redactedTold, type Told, type ToldParts } from '../../shared/told.js';
import type { ToolResult } from '../../shared/tool.js';
import { Emitter } from '../observable.js';
import { childEnvironment } from '../process/child-environment.js';
import { type HookAnswer, runExternalHook } from './external-hook.js';
import type { Hooks, ToolUse } from './hooks.js';
import { matchesName } from './name-matcher.js';

/** Runs that are remembered, of all hooks together. */
const MOST_RUNS = 100;
/** Of a result, UTF-16 units: a hook is no second model. */
const MOST_TEXT = 100_000;

export interface HookBookParts {
  /** The hooks of the settings, as they are now. */
  readonly configs: () => readonly HookConfig[];
  /** The host's environment, of which a hook gets what a program needs to find its way. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** Takes secrets out of what is remembered of a run. */
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Aborts when the host closes. */
  readonly closing: AbortSignal;
}

/** What came of asking about a message of the user. */
export type PromptAnswer =
  | { readonly kind: 'proceed'; readonly context: readonly string[] }
  | { readonly kind: 'block'; readonly message: string; readonly parts: ToldParts };

/** The user's hooks, run as external programs, and what came of their last runs. */
export class HookBook {
  readonly changed = new Emitter<void>();
  /** The hooks for the agent: each asks the programs that are configured when it is asked. */
  readonly hooks: Hooks;
  readonly #parts: HookBookParts;
  #runs: readonly HookRun[] = [];

  constructor(parts: HookBookParts) {
    this.#parts = parts;
    this.hooks = {
      preToolUse: [(use, signal) => this.#beforeTool(use, signal)],
      postToolUse: [(use, result) => this.#afterTool(use, result)],
      stop: [(conversationId) => this.#atStop(conversationId)],
    };
  }

  /** Newest first. */
  runs(): readonly HookRun[] {
    return this.#runs;
  }

  /** Asks about a message before it is stored or sent. */
  async beforePrompt(conversationId: string, text: string): Promise<PromptAnswer> {
    const context: string[] = [];
    for (const hook of this.#of('UserPromptSubmit')) {
      // oxlint-disable-next-line no-await-in-loop -- the first that blocks ends it
      const answer = await this.#run(hook, { conversationId, prompt: text }, '', this.#parts.closing);
      if (answer.kind === 'blocked') {
        const parts = { event: hook.event, program: programOf(hook), ...answer.reason.parts };
        return { kind: 'block', message: saidBy(hook, answer.reason), parts };
      }
      if (answer.kind === 'proceeded' && answer.context !== undefined) context.push(answer.context);
    }
    return { kind: 'proceed', context };
  }

  async #beforeTool(use: ToolUse, signal: AbortSignal): ReturnType<Hooks['preToolUse'][number]> {
    for (const hook of this.#of('PreToolUse', use)) {
      // oxlint-disable-next-line no-await-in-loop -- the first that blocks ends it
      const answer = await this.#run(hook, inputOf(use), aboutOf(use), signal);
      if (answer.kind === 'blocked') return { kind: 'deny', message: saidBy(hook, answer.reason) };
      // What could not be asked could have said no.
      if (answer.kind === 'failed') return { kind: 'deny', message: `${nameOf(hook)} failed: ${answer.why.message}.` };
    }
    return { kind: 'proceed' };
  }

  async #afterTool(use: ToolUse, result: ToolResult): Promise<ToolResult> {
    let current = result;
    for (const hook of this.#of('PostToolUse', use)) {
      const text = current.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
      const input = { ...inputOf(use), result: { text: text.slice(0, MOST_TEXT), isError: current.isError } };
      // oxlint-disable-next-line no-await-in-loop -- each sees what the one before it has left
      const answer = await this.#run(hook, input, aboutOf(use), this.#parts.closing);
      if (answer.kind !== 'blocked') continue;
      const note = `A hook objects to this result. ${saidBy(hook, answer.reason)}`;
      current = {
        content: [{ type: 'text', text: note }],
        isError: true,
        origin: { kind: 'hook', event: 'PostToolUse' },
      };
    }
    return current;
  }

  async #atStop(conversationId: ConversationId): Promise<string | undefined> {
    for (const hook of this.#of('Stop')) {
      // oxlint-disable-next-line no-await-in-loop -- the first that objects is told
      const answer = await this.#run(hook, { conversationId }, '', this.#parts.closing);
      if (answer.kind === 'blocked') return answer.reason.message;
    }
    return undefined;
  }

  #of(event: HookEvent, use?: ToolUse): readonly HookConfig[] {
    return this.#parts
      .configs()
      .filter((hook) => hook.event === event)
      .filter(({ server, tool }) => {
        return use === undefined || (matchesName(server, use.tool.serverName) && matchesName(tool, use.tool.name));
      });
  }

  async #run(hook: HookConfig, input: JsonObject, about: string, signal: AbortSignal): Promise<HookAnswer> {
    const { env, homeDir, now, newId, redact } = this.#parts;
    const { id: hookId, event, command, args, timeoutSeconds } = hook;
    const at = now();
    const answer = await runExternalHook(
      { command, args, env: childEnvironment(env, {}), cwd: homeDir },
      { event, ...input },
      { timeoutMs: timeoutSeconds * 1000, signal },
    );
    const told = toldBy(answer);
    const run: HookRun = {
      id: newId(),
      hookId,
      event,
      at,
      durationMs: now() - at,
      about,
      verdict: answer.kind,
      ...(answer.exitCode === undefined ? {} : { exitCode: answer.exitCode }),
      ...(told === undefined ? {} : { told: redactedTold(told, redact) }),
    };
    this.#runs = [run, ...this.#runs].slice(0, MOST_RUNS);
    this.changed.emit();
    return answer;
  }
}

function toldBy(answer: HookAnswer): Told | undefined {
  if (answer.kind === 'proceeded') return undefined;
  return answer.kind === 'blocked' ? answer.reason : answer.why;
}

function inputOf({ conversationId, callId, tool, arguments: given }: ToolUse): JsonObject {
  return { conversationId, callId, server: tool.serverName, tool: tool.name, arguments: given };
}

function aboutOf({ tool }: ToolUse): string {
  return `${tool.serverName} ▸ ${tool.name}`;
}

function saidBy(hook: HookConfig, { message }: Told): string {
  return `${nameOf(hook)} said: ${message}`;
}

/** By its program: the model and the user know no other name of it. */
function nameOf(hook: HookConfig): string {
  return `The ${hook.event} hook ${JSON.stringify(programOf(hook))}`;
}

function programOf({ command }: HookConfig): string {
  return command.split('/').at(-1) ?? command;
}
