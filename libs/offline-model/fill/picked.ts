import type { Fill } from '#pack-kit';
import { toldId } from '../earlier-item.ts';
import { latestList } from './earlier-result.ts';
import { readMessage, type ReadMessage } from '../message.ts';
import type { FillSources } from './fill-arguments.ts';
import { placeInList, withArticleAlone } from './ordinals.ts';
import { readDay } from './day.ts';
import { namesPartOfDay, readTimeOfDay, type TimeOfDay } from './time-of-day.ts';
import { wallTimeAt } from './zoned-time.ts';

const SOONEST = new Set(['earliest', 'soonest', 'ابكر', 'الابكر', 'اقرب', 'الاقرب']);

/** What a "yes" to a proposed time is made of. */
const AGREES = new Set(
  `yes yeah yep ok okay sure please fine good great perfect book reserve it that this then do go ahead lets let s
   نعم اي ايوه طيب تمام حسنا اوكي موافق ماشي احجز احجزه احجزها احجزي من فضلك`.split(/\s+/),
);

type Item = Record<string, unknown>;

/** By its place in the list; by its day and its time of day where the message names them and no place. */
export function pickedOf(
  { tools, path, field, time, told, prefix, least }: Extract<Fill, { from: 'nth' }>,
  { message, facts, turn, earlier, before }: FillSources,
): unknown {
  const items = latestList([...earlier, ...turn], tools, path, { filled: time === undefined });
  const shown = (time === undefined ? items : eachOnce(items, time)).slice(0, told);
  const place =
    placeInList(message.words) ?? bareNumber(message.words, time === undefined ? 0 : shown.length);
  const named = place === undefined || prefix === undefined ? undefined : toldId(place, before, prefix);
  if (named !== undefined) return named;
  const wantsLeast = message.words.some((word) => least?.words.includes(withArticleAlone(word)));
  const picked = place === undefined ? (wantsLeast ? leastOf(items, least) : undefined) : shown.at(place);
  if (picked || time === undefined) return picked?.[field];
  const moment = momentNamed(message, facts);
  if (moment) return atMoment(items, time, moment)?.[field];
  if (message.words.length > 0 && message.words.every((word) => AGREES.has(word)))
    return agreedOf(items, shown, time, { facts, before })?.[field];
  return message.words.some((word) => SOONEST.has(word)) ? shown[0]?.[field] : undefined;
}

function leastOf(items: readonly Item[], { field = '' }: { field?: string } = {}): Item | undefined {
  const [first, ...others] = items.filter((item) => typeof item[field] === 'number');
  return others.reduce((best, item) => (Number(item[field]) < Number(best?.[field]) ? item : best), first);
}

/** "Yes" takes a single time, and of several the one that had been asked for before they were told. */
function agreedOf(
  items: readonly Item[],
  shown: readonly Item[],
  time: string,
  { facts, before }: Pick<FillSources, 'facts' | 'before'>,
): Item | undefined {
  if (shown.length === 1) return shown[0];
  const asked = before.at(-1);
  const named = asked && momentNamed(readMessage(asked.text), facts);
  return named && atMoment(items, time, named);
}

interface MomentNamed {
  /** Nothing is said of the time of day. */
  dayAlone: boolean;
  holds: (moment: string) => boolean;
  /** The same hour after noon, where nothing says that "2:30" is in the morning. */
  afterNoon: (moment: string) => boolean;
}

/** The day and the time of day that the message names; nothing where it names too little to pick by. */
function momentNamed(
  { text, normalized, words }: ReadMessage,
  { timezone, now }: FillSources['facts'],
): MomentNamed | undefined {
  const day = readDay(text, wallTimeAt(now, timezone));
  const alone = day ? undefined : numberAlone(words);
  const hour = readTimeOfDay(alone === undefined ? text : `${text} at ${alone}`);
  // "Tuesday afternoon" says more than the day.
  if (!hour && (!day || namesPartOfDay(normalized))) return undefined;
  const holdsAt = (time: TimeOfDay | undefined) => (moment: string) => {
    const at = wallTimeAt(new Date(moment), timezone);
    const onDay = !day || (at.year === day.year && at.month === day.month && at.day === day.day);
    return onDay && (!time || (at.hour === time.hour && at.minute === time.minute));
  };
  const isAsSaid = !hour || hour.hour === 0 || hour.hour >= 12 || namesPartOfDay(normalized);
  const later = isAsSaid ? hour : { ...hour, hour: hour.hour + 12 };
  return { dayAlone: !hour, holds: holdsAt(hour), afterNoon: holdsAt(later) };
}

/** The first that is at the moment; of a day alone, the only one on it. */
function atMoment(
  items: readonly Item[],
  time: string,
  { dayAlone, holds, afterNoon }: MomentNamed,
): Item | undefined {
  const told = items.filter((item) => holds(String(item[time])));
  const fitting = told.length > 0 ? told : items.filter((item) => afterNoon(String(item[time])));
  return dayAlone && eachOnce(fitting, time).length > 1 ? undefined : fitting[0];
}

/** Of several agents who are free at the same time, the time is told once. */
function eachOnce(items: readonly Item[], time: string): Item[] {
  return items.filter((item, at) => items.findIndex((other) => other[time] === item[time]) === at);
}

/** "2" is all that is said, or, of a list whose length is known, the only number in it that is a place: "2 is fine". */
function bareNumber(words: readonly string[], length: number): number | undefined {
  const [only = '', ...others] = words;
  if (others.length === 0) return /^[1-9]$/.test(only) ? Number(only) - 1 : undefined;
  const alone = numberAlone(words) ?? Number.NaN;
  return alone >= 1 && alone <= length ? alone - 1 : undefined;
}

/** The number of a message that names one and no time by it: "11 is fine". */
function numberAlone(words: readonly string[]): number | undefined {
  const [number, ...others] = words.filter((word) => /\d/.test(word));
  return number !== undefined && others.length === 0 && /^\d{1,2}$/.test(number) ? Number(number) : undefined;
}
