import type { OfflineRoutine } from '#tools';
import { asksForTimes, asksToSee } from '../requests.ts';

/** Who asks when a home can be seen is meant for the calendar, which is looked for where it is not offered yet. */
export const calendarFirst: OfflineRoutine = ({ agent, message, calls, offered }) => {
  if (agent !== 'coordinator' || calls.length > 0 || !offered.includes('tool_search')) return undefined;
  if (offered.includes('check_calendar') || !(asksForTimes(message.text) || asksToSee(message.text)))
    return undefined;
  return { calls: [{ tool: 'tool_search', arguments: { query: message.text } }] };
};
