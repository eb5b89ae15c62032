import { momentName, type Wording } from '../wording.ts';

/** Times that are proposed at once. */
export const MAX_TIMES_PROPOSED = 3;

/** A free time with one agent, or with all agents who are free then. */
interface Slot {
  start: string;
  agentName?: string;
  agents?: readonly string[];
}

/** The first starts of the slots, each once. */
export function firstStarts<Start>(slots: readonly { start: Start }[]): Start[] {
  return [...new Set(slots.map(({ start }) => start))].slice(0, MAX_TIMES_PROPOSED);
}

/** The first free times, numbered, each once with all agents who are free then. @param together the agents come together. */
export function timesInWords(
  slots: readonly Slot[],
  timezone: string,
  language: Wording,
  { together = false } = {},
): string[] {
  const by = { en: 'with', ar: 'مع' }[language];
  const joint = { en: together ? ' and ' : ' or ', ar: together ? ' و' : ' أو ' }[language];
  return firstStarts(slots).map((start, index) => {
    const agents = slots
      .filter((slot) => slot.start === start)
      .flatMap(({ agents: several, agentName }) => several ?? agentName ?? []);
    return `${index + 1}. ${momentName(new Date(start), timezone, language)} ${by} ${[...new Set(agents)].join(joint)}`;
  });
}
