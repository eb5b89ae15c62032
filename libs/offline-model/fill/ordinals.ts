import { hoursInDigits } from '#text';

const list = (words: string) => words.split(/\s+/);

/** First to tenth, as digits, words of both languages and the number itself. */
export const ORDINALS: readonly string[][] = [
  list('first 1st one الاول الاولي اول'),
  list('second 2nd two الثاني الثانيه'),
  list('third 3rd three الثالث الثالثه'),
  list('fourth 4th four الرابع الرابعه'),
  list('fifth 5th five الخامس الخامسه'),
  list('sixth 6th six السادس السادسه'),
  list('seventh 7th seven السابع السابعه'),
  list('eighth 8th eight الثامن الثامنه'),
  list('ninth 9th nine التاسع التاسعه'),
  list('tenth 10th ten العاشر العاشره'),
];

export const LAST: readonly string[] = list('last الاخير الاخيره');

/** "للأولى" and "والثانية" are the first and the second, too. */
export function withArticleAlone(word: string): string {
  return word.replace(/^(?:[وف]?(?:لل|[بك]ال)|[وف]ال)(?=.{3})/, 'ال');
}

/** Which of a list, from 0 and -1 for the last, normalised words name: "the second", "number 3", "option two". */
export function placeInList(written: readonly string[]): number | undefined {
  // "العاشرة صباحا" is an hour.
  const words = hoursInDigits(written.join(' ')).split(' ').map(withArticleAlone);
  const named = words.map((word, index) =>
    // "At two o'clock" is written like "the second".
    words[index - 1]?.endsWith('الساعه')
      ? -1
      : ORDINALS.findIndex((forms) => forms.slice(0, 2).includes(word) || forms.slice(3).includes(word)),
  );
  const ordinal = named.find((at) => at >= 0);
  if (ordinal !== undefined) return ordinal;
  if (words.some((word) => LAST.includes(word))) return -1;
  const at = words.findIndex((word) => ['number', 'no', 'option', 'رقم'].includes(word));
  const behind = at < 0 ? undefined : words[at + 1];
  if (behind === undefined) return undefined;
  if (/^\d{1,2}$/.test(behind)) return Number(behind) - 1;
  const spelled = ORDINALS.findIndex((forms) => forms.includes(behind));
  return spelled < 0 ? undefined : spelled;
}
