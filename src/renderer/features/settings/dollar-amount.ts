const MOST_CENTS = 1_000_000;

/** The US cents that a text says, such as `2.50`, from 1 to 1,000,000; otherwise undefined. */
export function centsOf(text: string): number | undefined {
  const amount = /^(\d{1,5})(?:\.(\d{1,2}))?$/u.exec(text.trim());
  if (amount === null) return undefined;
  const cents = Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0'));
  return cents >= 1 && cents <= MOST_CENTS ? cents : undefined;
}

/** Cents as dollars: `10`, `2.50`. */
export function dollarsOfCents(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
