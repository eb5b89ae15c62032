const ZERO = 48;
const COMMA = 44;
const MINUS = 45;
const OPENED = 123;
const CLOSED = 125;
const LETTER_N = 78;
/** Maximum number of digits of an exact number. */
const EXACT_DIGITS = 15;

/**
 * Parses an integer array of the server, such as `{12,NULL,-3}`.
 *
 * @param nothing value for null.
 */
export function integersOf(text: string, nothing: number): Float64Array {
  if (text.charCodeAt(0) !== OPENED) throw new TypeError(`Expected an array, got ${text.slice(0, 40)}`);
  if (text.length === 2) return new Float64Array(0);
  // Each number takes at least two characters.
  const numbers = new Float64Array(text.length >> 1);
  let [count, number, sign, isNull] = [0, 0, 1, false];
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSED) {
      numbers[count] = isNull ? nothing : sign * number;
      count += 1;
      number = 0;
      sign = 1;
      isNull = false;
    } else if (code === MINUS) sign = -1;
    else if (code >= LETTER_N) isNull = true;
    else number = number * 10 + (code - ZERO);
  }
  return numbers.subarray(0, count);
}

/** Sums of the cells of a block. Null means zero; a missing column means zeros. */
export interface Sums {
  /** Integers in units of 10^-scale, so that amounts of money add up exactly. */
  values: Float64Array | bigint[];
  scale: number;
}

/** Parses sums of the server: integers or decimals of any length. */
export function sumsOf(text: string): Sums {
  const parts = text.includes('.') || longest(text) > EXACT_DIGITS ? text.slice(1, -1).split(',') : undefined;
  if (!parts) return { values: integersOf(text, 0), scale: 0 };
  const scale = Math.max(...parts.map((part) => part.length - 1 - (part + '.').indexOf('.')), 0);
  const values = parts.map((part) => {
    if (part === 'NULL') return 0n;
    const [whole = '', fraction = ''] = part.split('.');
    return BigInt(whole + fraction.padEnd(scale, '0'));
  });
  return { values, scale };
}

function longest(text: string): number {
  let [length, most] = [0, 0];
  for (let at = 1; at < text.length; at += 1) {
    length = text.charCodeAt(at) === COMMA ? 0 : length + 1;
    if (length > most) most = length;
  }
  return most;
}

/** Adds sums per group. @returns an array text for the server; null if all sums are zero. */
export function addedUp(
  pieces: readonly { sums: Sums; groups: Int32Array }[],
  groups: number,
): string | null {
  const scale = Math.max(0, ...pieces.map(({ sums }) => sums.scale));
  const exact = pieces.every(({ sums }) => sums.values instanceof Float64Array);
  const totals: (number | bigint)[] = exact ? addNumbers(pieces, groups) : addDecimals(pieces, groups, scale);
  if (totals.every((total) => Number(total) === 0)) return null;
  return arrayText(totals.map((total) => (Number(total) === 0 ? null : decimalText(total, scale))));
}

type Pieces = readonly { sums: Sums; groups: Int32Array }[];

function addNumbers(pieces: Pieces, groups: number): number[] {
  const totals = Array.from({ length: groups }, () => 0);
  for (const { sums, groups: groupOf } of pieces)
    for (let cell = 0; cell < groupOf.length; cell += 1) {
      const group = groupOf[cell] ?? 0;
      totals[group] = (totals[group] ?? 0) + Number(sums.values[cell]);
    }
  return totals;
}

function addDecimals(pieces: Pieces, groups: number, scale: number): bigint[] {
  const totals = Array.from({ length: groups }, () => 0n);
  for (const { sums, groups: groupOf } of pieces) {
    const factor = 10n ** BigInt(scale - sums.scale);
    for (let cell = 0; cell < groupOf.length; cell += 1) {
      const group = groupOf[cell] ?? 0;
      totals[group] = (totals[group] ?? 0n) + BigInt(sums.values[cell] ?? 0) * factor;
    }
  }
  return totals;
}

function decimalText(total: number | bigint, scale: number): string {
  const digits = String(total < 0 ? -total : total).padStart(scale + 1, '0');
  const sign = total < 0 ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Formats an array for the server. */
export function arrayText(values: Iterable<number | string | null>): string {
  return `{${Array.from(values, (value) => value ?? 'NULL').join(',')}}`;
}
