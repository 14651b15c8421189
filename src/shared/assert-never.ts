/** Ends a switch over a union: the compiler refuses a call when a variant was forgotten. */
export function assertNever(value: never): never {
  throw new Error(`unexpected variant: ${JSON.stringify(value)}`);
}
