import { GatehouseError } from '../errors.js';
import type { Redactor } from '../secrets/redactor.js';
import type { HostCommands } from './host.js';

/** The same commands; what a refusal says holds no secret. */
export function withoutSecretsInErrors(commands: HostCommands, redactor: Redactor): HostCommands {
  const guard =
    <I, O>(command: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> => {
      try {
        return await command(input);
      } catch (error) {
        throw redactedError(error, redactor);
      }
    };
  const guarded = Object.entries(commands).map(([name, command]) => [name, guard<never, unknown>(command)]);
  return Object.assign({ ...commands }, Object.fromEntries(guarded));
}

function redactedError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof Error)) return error;
  const message = redactor.text(error.message);
  if (message === error.message) return error;
  // Without its parts: one of them holds the secret too.
  return error instanceof GatehouseError ? new GatehouseError(error.code, message) : new Error(message);
}
