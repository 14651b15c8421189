import { createContext, Script } from 'node:vm';

/** What `withDeadline` says where the time ran out. */
export const TIMED_OUT = Symbol('timed out');

const RUN = new Script('run()');

/**
 * Runs a synchronous function and stops it in the middle when it takes longer than `ms`. V8 stops at loops and inside
 * a regular expression that backtracks without end, so code made from a foreign schema can't freeze its caller.
 * What is stopped runs no `finally`: give it no state that outlives it.
 */
export function withDeadline<T>(ms: number, work: () => T): T | typeof TIMED_OUT {
  let value: T | typeof TIMED_OUT = TIMED_OUT;
  const context = createContext({
    run: () => {
      value = work();
    },
  });
  try {
    RUN.runInContext(context, { timeout: ms });
  } catch (error) {
    if (isTimeout(error)) return TIMED_OUT;
    throw error;
  }
  return value;
}

/** The error comes from another realm, so it is no `instanceof Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
