import { momentName, type Wording } from './wording.ts';

/** So many are told; the others are there when asked for. */
export const MAX_TIMES_TOLD = 3;

interface Slot {
  start: string;
  agentName: string;
}

/** The first free times, numbered, each once with all who are free then. */
export function timesTold(slots: readonly Slot[], timezone: string, language: Wording): string[] {
  const by = { en: 'with', ar: 'مع' }[language];
  const or = { en: ' or ', ar: ' أو ' }[language];
  return firstTimes(slots, MAX_TIMES_TOLD).map((start, index) => {
    const who = slots.filter((slot) => slot.start === start).map(({ agentName }) => agentName);
    return `${index + 1}. ${momentName(new Date(start), timezone, language)} ${by} ${[...new Set(who)].join(or)}`;
  });
}

/** The first so many moments of the slots, each once. */
export function firstTimes<Start>(slots: readonly { start: Start }[], most: number): Start[] {
  return [...new Set(slots.map(({ start }) => start))].slice(0, most);
}
