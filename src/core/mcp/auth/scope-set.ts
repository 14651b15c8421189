/** The scopes in a space-separated list (RFC 6749, 3.3), each once. */
export function splitScope(scope: string | undefined): readonly string[] {
  return [...new Set((scope ?? '').split(' ').filter((one) => one !== ''))];
}

/** All scopes of several lists, in the order they first come; undefined where there is none. */
export function unionScope(...scopes: readonly (string | undefined)[]): string | undefined {
  const all = splitScope(scopes.map((scope) => scope ?? '').join(' '));
  return all.length === 0 ? undefined : all.join(' ');
}
