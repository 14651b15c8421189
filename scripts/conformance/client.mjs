import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { StepFailure } from '../step-failure.mjs';

/**
 * Starts the client that plays the scenarios of a suite. It ends with this process, however that ends.
 *
 * @param {string} script
 * @returns {Promise<{ readonly port: number, close(): Promise<void> }>}
 */
export async function openClient(script) {
  const child = spawn(process.execPath, [script, String(availableParallelism() + 1)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = once(createInterface({ input: child.stdout }), 'line');
  const [port] = await Promise.race([line, ended.then(() => [])]);
  if (port === undefined) throw new StepFailure('The client of the conformance suite did not start.');
  return {
    port: Number(port),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
