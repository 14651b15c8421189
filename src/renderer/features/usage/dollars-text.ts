/** US dollars for people: `$12.40`, `$0.043`, and for very little `$0.0006` or `< $0.0001`. */
export function dollarsText(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.0001) return '< $0.0001';
  if (dollars < 0.01) return `$${dollars.toFixed(4)}`;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}
