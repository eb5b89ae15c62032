const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: [size: number, name: string][] = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
];

/** A whole number from 0 on in English words, as contracts write it. */
export function numberInWords(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`No whole number: ${value}`);
  for (const [size, name] of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    const head = `${numberInWords(Math.floor(value / size))} ${name}`;
    if (rest === 0) return head;
    return `${head}${rest < 100 ? ' and ' : ' '}${numberInWords(rest)}`;
  }
  if (value >= 100) {
    const rest = value % 100;
    const head = `${SMALL[Math.floor(value / 100)]} hundred`;
    return rest === 0 ? head : `${head} and ${numberInWords(rest)}`;
  }
  if (value < 20) return SMALL[value] ?? '';
  const unit = value % 10;
  return `${TENS[Math.floor(value / 10)]}${unit === 0 ? '' : `-${SMALL[unit]}`}`;
}
