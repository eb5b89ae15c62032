/** Rounds half away from zero, based on the decimal notation of the number: 1.005 to two decimals is 1.01. */
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

const LEAST_MONTHS = 0.1;

/** "1 month", "8 months", "2.3 months". */
export function monthsInWords(months: number): string {
  if (months < LEAST_MONTHS) return 'less than 0.1 months';
  return months === 1 ? '1 month' : `${Number.isInteger(months) ? count(months) : oneDecimal(months)} months`;
}

/** The Arabic form after a verb: "شهرين", "3 أشهر", "12 شهرا", "2.3 شهر". */
export function monthsInArabic(months: number): string {
  if (months < LEAST_MONTHS) return 'أقل من 0.1 شهر';
  if (!Number.isInteger(months)) return `${oneDecimal(months)} شهر`;
  if (months === 1) return 'شهرا واحدا';
  if (months === 2) return 'شهرين';
  const rest = months % 100;
  const noun = rest >= 3 && rest <= 10 ? 'أشهر' : rest >= 11 ? 'شهرا' : 'شهر';
  return `${count(months)} ${noun}`;
}

/** Always one decimal: 1 is "1.0". */
export const oneDecimal = (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const count = (value: number) => value.toLocaleString('en-US');
