import { errorMessage, GatehouseError } from '../errors.js';

const TRANSPORT_REASONS: ReadonlySet<string> = new Set(['exited', 'spawn-failed', 'transport-error']);

/** Why a start failed, with the last words of the server where the reason does not hold them already. */
export function startFailure(error: unknown, cancelled: boolean, lastWords: string | undefined): GatehouseError {
  const isOurs = error instanceof GatehouseError;
  if (cancelled) {
    // The client says what the server printed instead of an answer.
    return new GatehouseError(
      'cancelled',
      isOurs && error.code === 'cancelled' ? error.message : 'The start was cancelled.',
    );
  }
  const message = errorMessage(error);
  const code = isOurs ? error.code : 'start-failed';
  // The transport's own reasons name what the program last said.
  const isTold = (isOurs && TRANSPORT_REASONS.has(code)) || lastWords === undefined || message.includes(lastWords);
  const parts = isOurs ? error.parts : { why: message };
  if (isTold) return new GatehouseError(code, message, { cause: error, parts });
  const said = `${message} It last said: ${lastWords}`;
  return new GatehouseError(code, said, { cause: error, parts: { ...parts, said: lastWords } });
}
