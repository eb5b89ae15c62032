import { type OfflineRoutine, type RoutineStep, type RoutineTurn } from '#pack-kit';
import { liesIn, placesLeftOut } from '../../places.ts';
import { recordWish } from '../record-wishes.ts';
import { asksForListings, asksForOtherTask, comparesMarkets, statesWishes } from '../requests.ts';
import { seaWishOf } from '../sea-wish.ts';
import type { UpdatedRequirements } from '../../tools/update-requirements.tool.ts';
import { notWanted } from '../update-requirements.fill.ts';
import { placeName, type Wording } from '../../wording.ts';
import { lookedForLast, wantedOf, wishesOf } from './by-the-records.ts';
import { found } from './records-search.ts';

/** What names a place that is not wanted and says more than that is a request of its own. */
const MAX_WORDS_ALONE = 6;

/**
 * "A flat in Larnaca, but not in Aradippou": the search takes no place that is left out, and the records do. Where no homes
 * are looked for, it is noted with what the person looks for.
 */
export const leavesOutPlaces: OfflineRoutine = (turn) => {
  const { message, picked } = turn;
  const { text } = message;
  const { names: left, rest } = placesLeftOut(text);
  if (left.length === 0 || picked !== undefined || /\bprop-\d+/i.test(text)) return undefined;
  if (asksForOtherTask(text) || comparesMarkets(text)) return undefined;
  const isSearch = asksForListings(text) || (lookedForLast(turn) !== undefined && !statesWishes(text));
  // Only a program puts homes in order by the sea.
  if (isSearch && seaWishOf(message) !== 'near') {
    const wishes = wishesOf(turn);
    const wanted = wantedOf(turn, wishes) ?? { criteria: {}, wishes };
    return found(turn, wanted);
  }
  return !isSearch && !statesWishes(text) && rest.length <= MAX_WORDS_ALONE ? noted(turn, left) : undefined;
};

/** With the contact's requirements. A stored area stays: these words alone are too little to take one out. */
function noted(turn: RoutineTurn, left: readonly string[]): RoutineStep | undefined {
  const { message, calls, offered, filled } = turn;
  const { contactId } = filled('update_requirements');
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const made = calls.filter(({ tool }) => tool === 'update_requirements');
  if (calls.length > made.length) return undefined;
  const isOffered = offered.includes('update_requirements');
  if (made.length === 0 && isOffered && typeof contactId === 'string')
    return call({ contactId, notes: notWanted(left) });
  const last = made.at(-1)?.result;
  const stored = last?.success ? (last.data as UpdatedRequirements).requirements.district : [];
  const stays = stored.filter((place) => left.some((name) => liesIn(place, name)));
  const reply = told(left, language, last?.success === true);
  return { reply: stays.length > 0 ? `${reply} ${storedStill(stays, language)}` : reply };
}

function call(given: Record<string, unknown>): RoutineStep {
  return { calls: [{ tool: 'update_requirements', arguments: given }] };
}

function storedStill(stays: readonly string[], language: Wording): string {
  const names = namesOf(stays, language);
  return language === 'ar'
    ? `المنطقة المسجلة ما زالت ${names} حتى تذكر غيرها، أو تقول «أي منطقة».`
    : `The area on record stays ${names} until you name another, or say “any area”.`;
}

function namesOf(places: readonly string[], language: Wording): string {
  return places.map((name) => placeName(name, language)).join({ en: ' and ', ar: ' و' }[language]);
}

function told(left: readonly string[], language: Wording, isNoted: boolean): string {
  const names = namesOf(left, language);
  const [first = ''] = left;
  const outside = recordWish({ field: 'area', op: 'ne', value: first })?.named[language] ?? '';
  return language === 'ar'
    ? `${isNoted ? 'سجلت أن المطلوب ليس في' : 'حسنا، ليس في'} ${names}. البحث لا يستثني ذلك من تلقاء نفسه، فاذكره مع الطلب، مثلا «شقق للبيع ${outside}». ما الذي تبحث عنه؟`
    : `${isNoted ? 'Noted: not in' : 'All right, not in'} ${names}. A search does not leave that out by itself; say it with the wish, for example “flats for sale ${outside}”. What are you looking for?`;
}
