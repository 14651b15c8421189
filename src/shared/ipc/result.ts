import type { Told } from '../told.js';

/** What every command answers: a refusal is a result with a code, never an `undefined` and never a bare exception. */
export type IpcResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: IpcError };

/** Its code is such as `bad-sender`, `bad-arguments`, `unknown-server`, `cancelled`, `internal`. */
export type IpcError = Told;
