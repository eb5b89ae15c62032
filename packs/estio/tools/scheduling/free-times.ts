import { momentOf } from '#text';
import { momentName, type Wording } from '../../wording.ts';
import type { Slot } from './office-hours.ts';

/** Number of times that are proposed at once. */
const MAX_TIMES_PROPOSED = 3;

/** The distinct starts of the first slots. */
export function firstStarts<Start>(slots: readonly { start: Start }[]): Start[] {
  return [...new Set(slots.map(({ start }) => start))].slice(0, MAX_TIMES_PROPOSED);
}

/** A free slot as the tools return it. */
export const shownSlot = ({ start, end, agent }: Slot<{ id: string; name: string }>) => ({
  start: start.toISOString(),
  end: end.toISOString(),
  agentId: agent.id,
  agentName: agent.name,
});

/** The first free times, numbered and without duplicates, with all agents who are free then. */
export function timesInWords(
  slots: readonly { start: string; agentName: string }[],
  timezone: string,
  language: Wording,
): string[] {
  const [by, or] = language === 'ar' ? ['مع', ' أو '] : ['with', ' or '];
  return firstStarts(slots).map((start, index) => {
    const agents = slots.filter((slot) => slot.start === start).map(({ agentName }) => agentName);
    return `${index + 1}. ${momentName(momentOf(start, timezone), timezone, language)} ${by} ${[...new Set(agents)].join(or)}`;
  });
}
