/** The largest schema that is looked at: JSON nesting, values of any kind, and bytes of its canonical text. */
export const SCHEMA_BOUNDS = { depth: 32, nodes: 10_000, bytes: 256 * 1024 } as const;

/** Which bound of depth or size a schema breaks, as a sentence; undefined where it breaks none. Stops at the first. */
export function brokenBound(schema: unknown): string | undefined {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: schema, depth: 1 }];
  let nodes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    nodes += 1;
    if (nodes > SCHEMA_BOUNDS.nodes) return `it has more than ${SCHEMA_BOUNDS.nodes} parts`;
    if (next.depth > SCHEMA_BOUNDS.depth) return `it is nested deeper than ${SCHEMA_BOUNDS.depth} levels`;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const depth = next.depth + 1;
    for (const value of Object.values(next.value)) pending.push({ value, depth });
  }
  return undefined;
}
