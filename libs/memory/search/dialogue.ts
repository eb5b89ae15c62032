import type { InsightSurroundings } from '#pack-kit';

export interface DialogueMessage {
  text: string;
  speaker?: string | undefined;
  /** ISO 8601, or free text. */
  at?: string | undefined;
}

/** Messages further apart than this pause are not surroundings of each other. */
const PAUSE_MS = 3_600_000;

const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ');
const DAY_MONTH_YEAR = /\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})\b/i;
const MONTH_DAY_YEAR = /\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i;
const TIME_OF_DAY = /\b(\d{1,2}):(\d{2})\s*([ap])?\.?m?\b/i;

/** Reads a date and time, in UTC: ISO 8601, or a day with an English month. @returns undefined for other texts. */
export function readMoment(text: string): Date | undefined {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return valid(new Date(text));
  const [, day, month, year] = DAY_MONTH_YEAR.exec(text) ?? reordered(MONTH_DAY_YEAR.exec(text));
  if (day === undefined || month === undefined) return undefined;
  const monthAt = MONTH_NAMES.findIndex((name) => name.startsWith(month.toLowerCase().slice(0, 3)));
  if (monthAt < 0) return undefined;
  const [, hour = '0', minute = '0', half] = TIME_OF_DAY.exec(text) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return valid(new Date(Date.UTC(Number(year), monthAt, Number(day), hours, Number(minute))));
}

function reordered(found: RegExpExecArray | null): (string | undefined)[] {
  return found ? [found[0], found[2], found[1], found[3]] : [];
}

const valid = (moment: Date) => (Number.isNaN(moment.getTime()) ? undefined : moment);

/** The surroundings of each message of a dialogue, which is in chronological order. */
export function surroundingsIn(dialogue: readonly DialogueMessage[]): InsightSurroundings[] {
  return dialogue.map(({ speaker, at }, index) => {
    const neighbour = (step: number) => {
      const other = dialogue[index + step];
      return other && sameTalk(other.at, at) ? other.text : undefined;
    };
    const previous = neighbour(-1);
    const before = previous === undefined ? [] : [neighbour(-2) ?? '', previous];
    return { speaker, saidAt: at === undefined ? undefined : momentInWords(at), before, after: neighbour(1) };
  });
}

function sameTalk(one: string | undefined, other: string | undefined): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((text) => (text === undefined ? undefined : readMoment(text)));
  return a !== undefined && b !== undefined && Math.abs(a.getTime() - b.getTime()) <= PAUSE_MS;
}

const IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** A day in the words of likely questions, in UTC. */
export const dayInWords = (moment: Date) => IN_WORDS.format(moment);

/** Converts a date to words. Returns other texts unchanged. */
export function momentInWords(at: string): string {
  const moment = readMoment(at);
  return moment ? dayInWords(moment) : at;
}
