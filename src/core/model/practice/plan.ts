import type { JsonObject } from '../../../shared/json.js';
import { readCallCommand } from './call-command.js';
import type { CallCommand } from './call-command.js';
import type { Step } from './step.js';
import { splitSteps } from './step-splitter.js';
import type { CatalogTool } from './tool-catalog.js';
import { toolsForWishes } from './tool-lookup.js';
import { matchTool } from './tool-matcher.js';

/** One step of a request and what the practice model makes of it. */
export type PlannedStep =
  | { readonly kind: 'call'; readonly tool: CatalogTool; readonly input: JsonObject }
  | { readonly kind: 'missing'; readonly tool: CatalogTool; readonly missing: readonly string[] }
  | { readonly kind: 'none'; readonly text: string }
  | Exclude<CallCommand, { kind: 'call' }>;

const GREETING =
  /^\s*(?:hi|hello|hey|help|good (?:morning|evening|afternoon)|who are you|what (?:can|do) you do|what are you|thanks|thank you|你好|您好|嗨|帮助|你是谁|你能做什么|你会做什么|你会什么|谢谢)(?:[\s,，]+(?:there|gatehouse|practice model))?[\s!！?？。.～~]*$/i;

/** True for a greeting or a call for help. */
export function isGreeting(request: string): boolean {
  return GREETING.test(request);
}

/** The steps of a request in order. The same request and tools always give the same plan. */
export function planSteps(request: string, tools: readonly CatalogTool[]): readonly PlannedStep[] {
  const lines = request.split('\n').filter((line) => line.trim() !== '');
  if (lines.some((line) => /^\s*\/call\s/.test(line))) return planCommands(request, lines, tools);
  return planSentence(request, toolsForWishes(tools));
}

function planCommands(
  request: string,
  lines: readonly string[],
  tools: readonly CatalogTool[],
): readonly PlannedStep[] {
  // One command may hold JSON over several lines; several commands stand on a line each.
  const commands = lines.every((line) => /^\s*\/call\s/.test(line)) ? lines : [request];
  return commands.map((line) => readCallCommand(line, tools) ?? { kind: 'none', text: line.trim() });
}

/** What is read of a sentence, in UTF-16 units. Rules for wishes are no use on a page of text, and slow. */
const READ_CHARS = 4000;

function planSentence(request: string, tools: readonly CatalogTool[]): readonly PlannedStep[] {
  const sentence = request.slice(0, READ_CHARS);
  const unread = request.slice(READ_CHARS).trim();
  const known = new Set(tools.flatMap((tool) => [...tool.nameWords, ...tool.serverWords]));
  const properties = new Set(tools.flatMap((tool) => tool.properties.flatMap((property) => property.words)));
  const steps = splitSteps(sentence, {
    isAction: (word) => known.has(word),
    isProperty: (word) => properties.has(word),
  });
  const plan = steps.map((step) => planStep(step, steps, tools));
  return unread === '' ? plan : [...plan, { kind: 'none', text: `${unread.slice(0, 60)}…` }];
}

function planStep(step: Step, steps: readonly Step[], tools: readonly CatalogTool[]): PlannedStep {
  const context = new Set(steps.filter((other) => other !== step).flatMap((other) => other.words));
  const match = matchTool(step, tools, context);
  return match.kind === 'none' ? { kind: 'none', text: step.text } : match;
}
