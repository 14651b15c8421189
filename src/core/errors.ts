import type { Told, ToldParts } from '../shared/told.js';

/**
 * The one error class of the house. `code` is for programs and stays; `message` is for people and names the party at
 * fault and the next step; `parts` and `details` are what a page says it anew from. What a peer said with a JSON-RPC code
 * is a `JsonRpcError` and lives in `jsonrpc/`.
 */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  readonly code: string;
  readonly parts: ToldParts | undefined;
  readonly details: readonly Told[] | undefined;

  constructor(
    code: string,
    message: string,
    options?: ErrorOptions & Partial<Pick<GatehouseError, 'parts' | 'details'>>,
  ) {
    super(message, options);
    this.code = code;
    this.parts = options?.parts;
    this.details = options?.details;
  }
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whatever was thrown, for people; `otherwise` is the code of what is no error of the house. */
export function toldOf(error: unknown, otherwise: string): Told {
  const message = errorMessage(error);
  if (!(error instanceof GatehouseError)) return { code: otherwise, message, parts: { why: message } };
  const { code, parts, details } = error;
  return { code, message, ...(parts === undefined ? {} : { parts }), ...(details === undefined ? {} : { details }) };
}
