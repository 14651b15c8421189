declare const brand: unique symbol;

/** A string that can't be mixed up with another kind of string; it costs nothing at run time. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };

/** Gives a plain string its brand: for ids just made, and for ids just read from a store or a contract. */
export function branded<T extends Brand<string>>(value: string): T {
  return value as T;
}
