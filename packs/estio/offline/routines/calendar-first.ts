import type { OfflineMessage, OfflineRoutine } from '#pack-kit';
import { picksWithAgent } from '../named-agent.ts';
import { asksForTimes } from '../requests.ts';
import { asksToSee } from '../seeing.ts';
import { checkCalendar } from '../../tools/check-calendar.tool.ts';

/** Of tool_search, in characters. */
const MAX_QUERY = 400;

function isMeant(message: OfflineMessage): boolean {
  return asksForTimes(message.text) || asksToSee(message.text) || picksWithAgent(message);
}

/** Who asks when a home can be seen is meant for the calendar, which is looked for where it is not offered yet. */
export const calendarFirst: OfflineRoutine = ({ agent, message, calls, offered }) => {
  if (agent !== 'coordinator' || calls.length > 0 || !offered.includes('tool_search')) return undefined;
  if (offered.includes('check_calendar') || !isMeant(message)) return undefined;
  // "Show it to me on Sunday" has no word of a calendar; the tool's own words find it.
  const query = `${message.text} ${checkCalendar.description}`.slice(0, MAX_QUERY);
  return { calls: [{ tool: 'tool_search', arguments: { query } }] };
};
