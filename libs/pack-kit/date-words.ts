const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const TIME = '(?:,? (?:at )?(\\d{1,2})(?::(\\d\\d))? ?(?:([ap])\\.?m\\.?)?)?';
const DAY_FIRST = new RegExp(`^${DAY} ${MONTH},? (\\d{4})${TIME}$`, 'i');
const MONTH_FIRST = new RegExp(`^${MONTH} ${DAY},? (\\d{4})${TIME}$`, 'i');

/**
 * A date with the English name of its month as ISO 8601 writes it: "5 December 2026, 4:30 PM" as `2026-12-05T16:30`. Other text
 * stays as it is, also "02/12/2026", of which nobody knows the month.
 */
export function dateInWords(text: string): string {
  const [, firstDay, secondMonth, ...later] = DAY_FIRST.exec(text) ?? [];
  const [, firstMonth, secondDay, ...earlier] = MONTH_FIRST.exec(text) ?? [];
  const [day, month] = [firstDay ?? secondDay, secondMonth ?? firstMonth];
  const [year, hour, minute, half] = secondMonth === undefined ? earlier : later;
  if (day === undefined || month === undefined || year === undefined) return text;
  const two = (value: number | string) => String(value).padStart(2, '0');
  const date = `${year}-${two(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1)}-${two(day)}`;
  if (hour === undefined) return date;
  // "At 5" may be in the afternoon.
  if (half === undefined && minute === undefined) return text;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${date}T${two(hours)}:${minute ?? '00'}`;
}
