import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';

/** What a validation thread is given. */
export interface ValidationJob {
  readonly schema: JsonObject;
  readonly value: unknown;
}

/** What it says: what is wrong with the value (undefined: nothing), or why the schema can't be used. */
export type ValidationAnswer = { readonly problem: string | undefined } | { readonly unusable: string };

export function isValidationJob(job: unknown): job is ValidationJob {
  return typeof job === 'object' && job !== null && 'value' in job && 'schema' in job && isJsonObject(job.schema);
}

export function isValidationAnswer(answer: unknown): answer is ValidationAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  if ('unusable' in answer) return typeof answer.unusable === 'string';
  return 'problem' in answer && (answer.problem === undefined || typeof answer.problem === 'string');
}
