/**
 * The one error class of the house. `code` is for programs and stays; `message` is for people and names the party at
 * fault and the next step. What a peer said with a JSON-RPC code is a `JsonRpcError` and lives in `jsonrpc/`.
 */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
