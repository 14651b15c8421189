import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation.js';

/** A folder or file that a server may work in (client/roots, 2025-11-25). */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string;
}

/** What a model said for a server (client/sampling, 2025-11-25). */
export interface SamplingAnswer {
  readonly role: 'assistant';
  readonly content: JsonValue;
  readonly model: string;
  readonly stopReason?: string;
}

/**
 * Answers what a server asks of the user and of the host. Only what is there is declared to the server, so an absent
 * function means that the server never asks; sampling is off in this way. `signal` aborts when nobody waits any more.
 */
export interface InputPort {
  /** The user may take as long as they like: while a question is open, no clock of a call runs out. */
  elicit?(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** `params` of `sampling/createMessage` as the server sent them. Rejecting refuses; `maxTokens` must be respected. */
  sample?(params: JsonObject, signal: AbortSignal): Promise<SamplingAnswer>;
  roots?(): Promise<readonly Root[]>;
}

/** What is declared to a server, by what the port has. The two eras say roots in two ways. */
export function clientCapabilities(port: InputPort, era: 'legacy' | 'modern'): JsonObject {
  return {
    ...(port.elicit !== undefined && { elicitation: { form: {}, url: {} } }),
    ...(port.sample !== undefined && { sampling: {} }),
    ...(port.roots !== undefined && { roots: era === 'legacy' ? { listChanged: true } : {} }),
    ...(era === 'modern' && { extensions: { [TASKS_EXTENSION]: {} } }),
  };
}

/** The extension by which a server may answer a call with a task (ext-tasks, 2026-07-28). */
const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
