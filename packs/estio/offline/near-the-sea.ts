import type { ProgramTemplate } from '#pack-kit';
import { readCriteria, searchInput } from '../tools/search-properties.tool.ts';
import { count, inBoth, sampleNote, type Wording } from '../wording.ts';
import { wishesForSea } from './requests.ts';
import { assumption, itemLine, wishName, type Named } from './search-properties.ts';

const LISTED = 5;
const QUERY = 'beach preferences';

/** The result of the program: the best five of all matches. */
interface BySea {
  total: number;
  items: (Named & { relevance: number })[];
  /** Insights about the person's taste. */
  remembered: string[];
  sample: boolean;
}

/**
 * The tool cannot filter by the sea, and a model sees ten of its results: a program scores them all. A beach within
 * 500 m counts 10, a view of the sea 5, a description that mentions it 3. Equal ones stay in the order of the search, by
 * price.
 */
export const nearTheSea: ProgramTemplate = {
  name: 'near_the_sea',
  agents: ['searcher'],
  tool: 'search_properties',
  applies: wishesForSea,
  code: `
const [found, insights] = await Promise.all([
  search_properties(wish),
  contactId ? retrieve_context({ contactId, query: '${QUERY}' }).catch(() => []) : [],
]);
return {
  total: found.length,
  items: found
    .map(({ id, title, price, bedrooms, distanceToSea, seaView, dealType, description }) => ({
      id, title, price, bedrooms, distanceToSea, seaView, dealType,
      relevance: (distanceToSea < 500) * 10 + seaView * 5 + /beach|sea|coast/i.test(description) * 3,
    }))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, ${LISTED}),
  remembered: insights.map((i) => i.text),
  sample: found.some((p) => p.sample),
};`,
  // Without matches, the tool itself says which filter to widen.
  answers: ({ total }: BySea) => total > 0,
  reply: inBoth(reply),
  singleCalls: ({ contactId }) =>
    contactId === null ? [] : [{ tool: 'retrieve_context', arguments: { contactId, query: QUERY } }],
};

function reply({ total, items, sample }: BySea, language: Wording, given: object): string {
  const { criteria, assumptions } = readCriteria(searchInput.parse(given));
  const listed = { filters: criteria, priceBasis: 'mixed' as const };
  return [
    HEADING[language](total, items.length, wishName(criteria, language)),
    ...items.map((item, index) => `${index + 1}. ${itemLine(item, listed, language)}`),
    assumption(assumptions, language),
    sampleNote(sample || undefined, language),
  ]
    .filter(Boolean)
    .join('\n');
}

/** The score in words, because a list that is sorted neither by price nor by distance seems unordered. */
const ORDER = {
  en: 'within 500 m, then with a view of it, then described as by the sea, then by price',
  ar: 'ضمن 500 م، ثم المطلة عليه، ثم ما يذكر وصفه البحر، ثم حسب السعر',
};

const HEADING: Record<Wording, (total: number, named: number, wish: string) => string> = {
  en: (total, named, wish) =>
    total === 1
      ? `One match for ${wish}:`
      : `${count(total)} matches for ${wish}; ${named < total ? `the ${named} that fit the sea best (${ORDER.en})` : `those that fit the sea best first (${ORDER.en})`}:`,
  ar: (total, _, wish) => `النتائج (${count(total)}): ${wish}، الأنسب للبحر أولا (${ORDER.ar}):`,
};
