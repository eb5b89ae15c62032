import { hoursOf, lostHoursIn, withoutRates } from './lost-hours.ts';
import { hoursIn, plainText, type Period } from './numbers.ts';

/** How often each comes in a year of work: of days only those that are worked. */
export const PER_YEAR: Record<Period, number> = { day: 260, week: 52, month: 12, quarter: 4, year: 1 };

/** Hours that something saves, as a message tells them. */
export interface SavedHours {
  hours: number;
  /** How often; undefined where it is not said. */
  per: Period | undefined;
  /** They are those of one person. */
  each: boolean;
  /** How many save them, where that is said. */
  people: number | undefined;
}

/** What an hour costs tells no hours that are saved. */
export function savedHoursIn(text: string): SavedHours | undefined {
  const told = hoursIn(withoutRates(text));
  if (!told) return undefined;
  const { hours, per } = told;
  return { hours, per, each: hoursOf(text) === 'each', people: lostHoursIn(text).people };
}

/** The hours of a year; without a word for how often they are those of a year. */
export function hoursPerYear({ hours, per, each, people }: SavedHours): number {
  // Twentieths of an hour and their like are no exact numbers.
  return Math.round(hours * PER_YEAR[per ?? 'year'] * (each ? (people ?? 1) : 1) * 100) / 100;
}

/** How hours are said to be as often as those before: "make it 15 hours", after ten hours a week. */
export function withPeriodBefore(text: string, said: readonly string[]): string {
  const plain = withoutRates(text);
  const told = hoursIn(plain);
  if (!told || told.per !== undefined) return text;
  const per = said.map((one) => hoursIn(withoutRates(one))?.per).findLast((one) => one !== undefined);
  if (per === undefined) return text;
  const written = plainText(text);
  return `${written.slice(0, told.end)} a ${per}${written.slice(told.end)}`;
}
