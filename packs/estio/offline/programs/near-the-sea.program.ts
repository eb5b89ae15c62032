import type { OfflineMessage, ProgramTemplate } from '#pack-kit';
import { wantsNext } from '../more-wish.ts';
import { seaWishOf } from '../sea-wish.ts';
import { assumption } from '../search-properties.assumed.ts';
import { itemLine, LAST_ONES, wishOf, type Named } from '../search-properties.reply.ts';
import { readCriteria, searchInput } from '../../tools/search-properties.tool.ts';
import { count, type Wording } from '../../wording.ts';

/** So many are told at once. */
const LISTED = 5;
const QUERY = 'beach preferences';

/** The value of the program: the best five of all that match. */
interface BySea {
  /** Matches before the best were taken. */
  total: number;
  /** So many of the best are left out: they were told before. */
  first: number;
  items: (Named & { relevance: number })[];
  /** What is known of the person's taste. */
  remembered: string[];
  sample: boolean;
}

/**
 * The tool cannot filter by the sea, and a model sees ten of its results: a program scores them all. A beach within
 * 500 m counts 10, a view of the sea 5, a description that speaks of it 3.
 */
export const nearTheSea: ProgramTemplate = {
  name: 'near_the_sea',
  agents: ['searcher'],
  tool: 'search_properties',
  applies: (message) => seaWishOf(message) !== undefined,
  // A bare "more" repeats the program of the search before it, behind those that it told, and at the end the last of them.
  tells: (message, { before }) => {
    const { first = 0, total = 0 } = (before ?? {}) as Partial<BySea>;
    if (!goesOn(message)) return { first: 0 };
    return { first: first + LISTED < total ? first + LISTED : first };
  },
  code: `
const [found, insights] = await Promise.all([
  search_properties(wish),
  contactId ? retrieve_context({ contactId, query: '${QUERY}' }).catch(() => []) : [],
]);
const score = (p) => ((p.distanceToSea ?? 999) < 500 ? 10 : 0) + (p.seaView ? 5 : 0) + (/beach|sea|coast/i.test(p.description) ? 3 : 0);
return {
  total: found.length,
  first: told.first,
  items: found
    .map((p) => ({ ...p, relevance: score(p) }))
    .sort((a, b) => b.relevance - a.relevance || a.price - b.price || (a.id < b.id ? -1 : 1))
    .slice(told.first, told.first + ${LISTED})
    .map(({ id, title, price, bedrooms, distanceToSea, seaView, dealType, relevance }) => ({ id, title, price, bedrooms, distanceToSea, seaView, dealType, relevance })),
  remembered: insights.slice(0, 3).map((i) => i.text),
  sample: found.some((p) => p.sample),
};`,
  // What to widen where nothing matches is told by the tool itself.
  answers: (value: BySea) => value.total > 0,
  reply: {
    en: (found: BySea, wish: object, message?: OfflineMessage) => reply(found, wish, message, 'en'),
    ar: (found: BySea, wish: object, message?: OfflineMessage) => reply(found, wish, message, 'ar'),
  },
  singleCalls: ({ contactId }) =>
    contactId === null ? [] : [{ tool: 'retrieve_context', arguments: { contactId, query: QUERY } }],
};

function goesOn(message: OfflineMessage): boolean {
  return seaWishOf(message) === undefined && wantsNext(message);
}

function reply(found: BySea, given: object, message: OfflineMessage | undefined, language: Wording): string {
  const { criteria, assumptions } = readCriteria(searchInput.parse(given));
  const { first, items, total } = found;
  const next = message !== undefined && goesOn(message);
  const listed = { filters: criteria, priceBasis: 'mixed' as const };
  const heading = HEADING[language](found, wishOf(criteria, language));
  const lines = items.map((item, index) => `${first + index + 1}. ${itemLine(item, listed, language)}`);
  return [
    heading,
    ...lines,
    next ? (first + items.length >= total ? LAST_ONES : NARROW_DOWN)[language] : '',
    assumption({ assumptions }, language),
    found.sample ? { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' }[language] : '',
  ]
    .filter(Boolean)
    .join('\n');
}

const NARROW_DOWN = {
  en: 'Name a place, a price or a number of bedrooms to narrow them down.',
  ar: 'حدد المنطقة أو السعر أو عدد الغرف لتضييق البحث.',
};

/** How they are scored, in words: without it a list that is ordered by neither price nor distance looks like chance. */
const ORDER = {
  en: 'within 500 m, then with a view of it, then described as by the sea, then by price',
  ar: 'ضمن 500 م، ثم المطلة عليه، ثم ما يذكر وصفه البحر، ثم حسب السعر',
};

/** Whether a reply is a list that this made. */
export function isListBySea(reply: string): boolean {
  return reply.includes(ORDER.en) || reply.includes(ORDER.ar);
}

const HEADING: Record<Wording, (found: BySea, wish: string) => string> = {
  en: ({ total, items, first }, wish) =>
    total === 1
      ? `One match for ${wish}:`
      : `${count(total)} matches for ${wish}; ${items.length < total ? `the ${first > 0 ? 'next ' : ''}${items.length} that fit the sea best (${ORDER.en})` : `those that fit the sea best first (${ORDER.en})`}:`,
  ar: ({ total }, wish) => `النتائج (${count(total)}): ${wish}، الأنسب للبحر أولا (${ORDER.ar}):`,
};
