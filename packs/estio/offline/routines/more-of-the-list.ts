import { normalizedWords } from '#text';
import { type OfflineMessage, type OfflineRoutine, type RoutineCall, type RoutineTurn } from '#pack-kit';
import { asksForMoreOfThem, wantsNext } from '../more-wish.ts';
import { namesHome } from '../requests.ts';
import { checkCalendar } from '../../tools/check-calendar.tool.ts';
import { scheduleViewing } from '../../tools/schedule-viewing.tool.ts';
import { searchProperties } from '../../tools/search-properties.tool.ts';
import { LOOK_UPS, ownWishes, toldAnew } from './goes-on-searching.ts';
import { found, isSearch, LISTED, wantedBefore } from './records-search.ts';

const SHOWS = /\b(?:show|see|list|find)\b|(?<!\p{L})(?:اعرض|ارني|وريني)(?!\p{L})/u;
const CALENDARS: readonly string[] = [checkCalendar.name, scheduleViewing.name];

/**
 * "Show me more" goes on with the list of the last search, by all that it was searched for: where the records listed it,
 * behind a question that was asked in between, and where the message names its kind once more.
 */
export const moreOfTheList: OfflineRoutine = (turn) => {
  const { message, earlier, lastCalls, calls, offered, picked } = turn;
  if (!asksForMoreOfThem(message) || picked !== undefined) return undefined;
  // Behind times a bare "more" means more of them.
  const between = SHOWS.test(message.normalized) || namesHome(normalizedWords(message.text)) ? CALENDARS : [];
  const last = earlier.findLast(
    (call) => isSearch(call) || !(LOOK_UPS.has(call.tool) || between.includes(call.tool)),
  );
  if (!last?.result?.success) return undefined;
  const wanted = wantedBefore(last.arguments);
  if (!namesNothingElse(turn, wanted?.criteria ?? last.arguments)) return undefined;
  if (wanted) return found(turn, { ...wanted, after: toldSoFar(last) });
  if (last.tool !== searchProperties.name || !offered.includes(searchProperties.name)) return undefined;
  // A bare "more" right behind a search repeats it as it was made, in the order that a program gave it.
  if (wantsNext(message) && lastCalls.some(({ tool }) => tool === searchProperties.name)) return undefined;
  const made = calls.find(({ tool }) => tool === searchProperties.name);
  if (made) return toldAnew(searchProperties, made, asNext(message));
  return { calls: [{ tool: searchProperties.name, arguments: last.arguments }] };
};

/** "More villas" behind villas are more of them, behind flats a search of their own. */
function namesNothingElse(turn: RoutineTurn, before: object): boolean {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(ownWishes(turn)).every(([name, value]) => known.get(name) === value);
}

function toldSoFar({ arguments: asked }: RoutineCall): number {
  return Number(asked['offset'] ?? 0) + LISTED;
}

/** The message without the kind, which would make it a list of its own for the reply. */
function asNext(message: OfflineMessage): OfflineMessage {
  return message.language === 'ar'
    ? { ...message, text: 'المزيد', normalized: 'المزيد' }
    : { ...message, text: 'more', normalized: 'more' };
}
