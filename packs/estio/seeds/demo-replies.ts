import { mortgageInWords, marketInWords, viewingInWords } from '../tools/shared/draft-reply-facts.ts';
import type { MarketTrends } from '../tools/analyze-market-trends.tool.ts';
import type { SearchResult } from '../tools/search-properties.tool.ts';
import { count, euro, inBoth, sampleNote, titleName, type Wording } from '../wording.ts';

const MAX_NAMED = 5;

type Found = Omit<SearchResult, 'items'> & {
  items: Pick<SearchResult['items'][number], 'id' | 'title' | 'price' | 'distanceToSea'>[];
};

function searchInWords({ items, total, sample }: Found, language: Wording): string {
  const named = items.slice(0, MAX_NAMED);
  const heading = {
    en: `${count(total)} ${total === 1 ? 'match' : 'matches'}${named.length < total ? ', the cheapest are' : ''}:`,
    ar: `النتائج (${count(total)})${named.length < total ? '، وأرخصها' : ''}:`,
  }[language];
  const lines = named.map(({ id, title, price, distanceToSea }, index) => {
    const sea = {
      en: `${count(distanceToSea)} m from the sea`,
      ar: `على بعد ${count(distanceToSea)} م من البحر`,
    };
    return `${index + 1}. ${titleName(title, language)} (${id}): ${euro(price, language)}${language === 'ar' ? '،' : ','} ${sea[language]}`;
  });
  return [heading, ...lines, sampleNote(sample, language)].filter(Boolean).join('\n');
}

/** Replies of the demo's history, generated from the results of its tools. */
export const demoReplies = {
  search: inBoth(searchInWords),
  mortgage: inBoth(mortgageInWords),
  market: inBoth((found: MarketTrends, language) =>
    [marketInWords(found, language), sampleNote(found.sample, language)].filter(Boolean).join('\n'),
  ),
  viewing: inBoth(viewingInWords),
};
