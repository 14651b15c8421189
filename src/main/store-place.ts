import type { Validator } from '../core/schema/validator.js';
import type { JsonObject } from '../shared/json.js';
import type { StoreProblem } from './json-store.js';

/** What every store is opened with: where it lives, how it checks what it reads, whom it tells of trouble. */
export interface StorePlace {
  /** Absolute; exists. */
  readonly folder: string;
  readonly compile: (schema: JsonObject) => Validator;
  readonly report: (problem: StoreProblem) => void;
}
