import { takesBackWhatWasSaid } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { asksWhatIsNotRecorded } from '../not-on-record.ts';
import { recordWishesOf, type RecordWish } from '../record-wishes.ts';
import { asksForListings, asksForOtherTask } from '../requests.ts';
import { searchProperties } from '../../tools/search-properties.tool.ts';
import { clausesByWish, givesOrder } from '../wishes-taken-back.ts';
import { lookedForLast } from './by-the-records.ts';
import { toldAnew } from './goes-on-searching.ts';
import { found, type Wanted } from './records-search.ts';

/**
 * "Forget what I said about the garden", "I don't need a pool any more": no wish is kept of that. Homes that were looked for
 * with it are looked for without it.
 */
export const takesBackWishes: OfflineRoutine = (turn) => {
  const { text, language } = turn.message;
  const { kept, takenBack } = clausesByWish(text);
  const wishes = recordWishesOf(takenBack, { takenBack: true });
  // A place that is left out is a wish itself.
  if (wishes.some(({ filter }) => filter.op === 'ne')) return undefined;
  const isOfHomes = wishes.length > 0 || asksWhatIsNotRecorded(takenBack);
  if (!(isOfHomes || takesBackWhatWasSaid(takenBack)) || takenBack === '') return undefined;
  // What is wished for besides is a request of its own, and a sum is a budget.
  if (asksForListings(kept) || recordWishesOf(kept).length > 0 || /\d/.test(text)) return undefined;
  if (/[?؟]/.test(text) || givesOrder(kept) || asksForOtherTask(kept)) return undefined;
  const before = lookedForLast(turn);
  const isTakenBack = (one: RecordWish) => wishes.some(({ filter }) => filter.field === one.filter.field);
  if (before?.wishes.some(isTakenBack))
    return lookedForAnew(turn, { ...before, wishes: before.wishes.filter((one) => !isTakenBack(one)) });
  if (turn.calls.length > 0) return undefined;
  return {
    reply:
      language === 'ar'
        ? 'حسنا، لم أسجل من ذلك شيئا ولن أبحث به. أما ما سُجل من قبل فيبقى حتى يحذفه المكتب. ما الذي تبحث عنه؟'
        : 'All right, I note no wish of that and do not search by it. What was noted before stays until the office takes it out. What are you looking for?',
  };
};

/** By the records where these are still needed, else by the search. */
function lookedForAnew(turn: RoutineTurn, wanted: Wanted) {
  if (wanted.wishes.length > 0) return found(turn, wanted);
  const made = turn.calls.find(({ tool }) => tool === searchProperties.name);
  if (made) return toldAnew(searchProperties, made, turn.message);
  return turn.offered.includes(searchProperties.name)
    ? { calls: [{ tool: searchProperties.name, arguments: { ...wanted.criteria } }] }
    : undefined;
}
