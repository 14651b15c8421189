/** What every command answers: a refusal is a result with a code, never an `undefined` and never a bare exception. */
export type IpcResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: IpcError };

export interface IpcError {
  /** Such as `bad-sender`, `bad-arguments`, `unknown-server`, `cancelled`, `internal`. */
  readonly code: string;
  /** Names the party at fault and the next step; for people. */
  readonly message: string;
}
