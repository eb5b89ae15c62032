import type { OfflineRoutine } from '#pack-kit';
import { picksWithAgent } from '../named-agent.ts';
import { checkCalendar } from '../../tools/check-calendar.tool.ts';
import { toldAnew } from './goes-on-searching.ts';

/** "The second one with Sofia" of homes that were listed: her times for that home are told, of which one is booked. */
export const pickedWithAgent: OfflineRoutine = (turn) => {
  const { message, calls, offered, picked, filled } = turn;
  // Of times that were told, the question behind them knows which one is picked.
  if (picked === undefined || !picked.startsWith('prop-') || !picksWithAgent(message)) return undefined;
  const made = calls.find(({ tool }) => tool === checkCalendar.name);
  if (!made)
    return offered.includes(checkCalendar.name)
      ? {
          calls: [
            { tool: checkCalendar.name, arguments: { ...filled(checkCalendar.name), propertyId: picked } },
          ],
        }
      : undefined;
  return toldAnew(checkCalendar, made, message);
};
