/**
 * A step of a script that could not be done. Its message is written for the person who ran the command and ends with
 * what to do next, so it is printed without a stack.
 */
export class StepFailure extends Error {
  /** @override */
  name = 'StepFailure';
}

/**
 * Runs the body of a command, prints what went wrong, and sets the exit code.
 *
 * @param {() => Promise<number | void>} body resolves to an exit code, 0 when it resolves to nothing
 */
export async function runCommand(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof StepFailure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
