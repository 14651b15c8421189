/** Failures after which signing in is what helps. */
const CODES: ReadonlySet<string> = new Set([
  'sign-in-required',
  'sign-in-declined',
  'sign-in-refused',
  'sign-in-timeout',
  'token-refused',
]);

/** True where the server has to be signed in to, whatever became of the last try. */
export function wantsSignIn(code: string): boolean {
  return CODES.has(code);
}
