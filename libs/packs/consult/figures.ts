/** Rounds half away from zero, on the number as it is written in decimals: 1.005 to two decimals is 1.01. */
export function round(value: number, decimals: number): number {
  const shifted = Number(`${Math.abs(value)}e${decimals}`);
  const rounded = Number.isFinite(shifted) ? Number(`${Math.round(shifted)}e-${decimals}`) : Math.abs(value);
  return value < 0 ? -rounded || 0 : rounded;
}

/** Written as "$10,000", or "-$1,250.50". */
export function dollars(amount: number): string {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  const digits = Math.abs(amount).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${amount < 0 ? '-' : ''}$${digits}`;
}

/** One decimal always: 1 is "1.0". */
export const oneDecimal = (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const count = (value: number) => value.toLocaleString('en-US');
