import { normalizedWords, wantsCheaper } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { namesHome } from '../requests.ts';
import type { SearchResult } from '../../tools/search-properties.tool.ts';
import { wishOf } from '../search-properties.reply.ts';
import { nothingFound } from '../../tools/search-properties.widening.ts';
import type { Wording } from '../../wording.ts';

const MAX_WORDS = 8;
/** What is read in between leaves the search where it was. */
const LOOK_UPS = new Set(['query_org_data', 'tool_search', 'retrieve_context']);

type Searched = Pick<SearchResult, 'total' | 'filters' | 'suggestions' | 'otherDeal'>;

/** "Something cheaper" behind a search that found nothing: that is said, with what may be changed, instead of the same search. */
export const nothingCheaper: OfflineRoutine = (turn) => {
  const { message, calls, picked } = turn;
  const words = normalizedWords(message.text);
  if (calls.length > 0 || picked !== undefined || !wantsCheaper(words) || words.length > MAX_WORDS)
    return undefined;
  if (/\d/.test(message.normalized) || namesHome(words)) return undefined;
  const last = lastSearch(turn);
  if (last?.total !== 0) return undefined;
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  // A higher price is nothing to propose to who wants it cheaper.
  const suggestions = last.suggestions?.filter(({ filter }) => filter !== 'maxPrice');
  const others = { suggestions, otherDeal: last.otherDeal };
  return { reply: `${NONE[language]} ${nothingFound(others, wishOf(last.filters, language), language)}` };
};

/** The search that the conversation is at has found nothing. */
export function foundNothing(turn: RoutineTurn): boolean {
  return lastSearch(turn)?.total === 0;
}

function lastSearch({ earlier }: RoutineTurn): Searched | undefined {
  const last = earlier.findLast(({ tool }) => !LOOK_UPS.has(tool));
  if (last?.tool !== 'search_properties' || !last.result?.success) return undefined;
  return last.result.data as Searched;
}

const NONE = {
  en: 'Nothing has been shown for this search yet, so there is nothing cheaper to show.',
  ar: 'لم أعرض شيئا لهذا البحث بعد، فليس هناك ما هو أرخص.',
};
