/** US dollars for people: `$12.40`, `$0.043`, and for very little `$0.0006` or `< $0.0001`. */
export function dollarsText(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.0001) return '< $0.0001';
  if (dollars < 0.01) return `$${dollars.toFixed(4)}`;
  if (dollars < 1) return `$${dollars.toFixed(3)}`;
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
