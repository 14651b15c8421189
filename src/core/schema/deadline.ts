import { createContext, Script } from 'node:vm';

/** What a `Deadline` says where the time ran out. */
export const TIMED_OUT = Symbol('timed out');

const RUN = new Script('run()');

/** Runs a synchronous function and gives its value, unless it takes longer than `ms`: then it is stopped in the middle. */
export type Deadline = <T>(ms: number, work: () => T) => T | typeof TIMED_OUT;

/**
 * V8 stops at loops and inside a regular expression that backtracks without end, so code made from a foreign schema
 * can't freeze its caller. What is stopped runs no `finally`: give it no state that outlives it. The context is made
 * once (about a millisecond); a run costs a tenth of that. Runs must not be nested.
 */
export function createDeadline(): Deadline {
  let job: (() => void) | undefined;
  const context = createContext({ run: () => job?.() });
  return function withDeadline<T>(ms: number, work: () => T): T | typeof TIMED_OUT {
    let value: T | typeof TIMED_OUT = TIMED_OUT;
    job = () => {
      value = work();
    };
    try {
      RUN.runInContext(context, { timeout: ms });
    } catch (error) {
      if (isTimeout(error)) return TIMED_OUT;
      throw error;
    } finally {
      job = undefined;
    }
    return value;
  };
}

/** The error comes from another realm, so it is no `instanceof Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
