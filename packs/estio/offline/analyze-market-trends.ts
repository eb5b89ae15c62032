import type { OfflineToolHints } from '#pack-kit';
import { hasPhrase, phraseList } from '#text';
import type { MarketTrends } from '../tools/analyze-market-trends.tool.ts';
import { DEAL_TYPE_WORDS, PROPERTY_TYPE_WORDS } from '../schema/value-words.ts';
import { marketInWords } from '../tools/shared/draft-reply-facts.ts';
import { placesNamed } from '../places.ts';
import { inBoth, sampleNote } from '../wording.ts';
import { BEDROOM_WORDS } from './requests.ts';

const MARKET_WORDS = phraseList(
  'market, trend, prices, time to sell, average price, price per, سعر المتر, اتجاه, متوسط, السوق, أسعار',
);

export const analyzeMarketTrendsHints: OfflineToolHints = {
  fill: {
    district: { from: 'place', set: 'cyprus' },
    propertyType: { from: 'enum', values: PROPERTY_TYPE_WORDS },
    dealType: { from: 'enum', values: DEAL_TYPE_WORDS },
    bedrooms: { from: 'int', words: BEDROOM_WORDS },
    periodMonths: { from: 'num', unit: 'months' },
  },
  cues: [...MARKET_WORDS, 'analyse', 'analyze', 'حلل'],
  // Two places ask for a comparison, which is not worked out.
  applies: ({ normalized }) => {
    const words = normalized.split(' ');
    return hasPhrase(words, MARKET_WORDS) && placesNamed(words).length < 2;
  },
  reply: inBoth((found: MarketTrends, language) =>
    [marketInWords(found, language), sampleNote(found.sample, language)].filter(Boolean).join('\n'),
  ),
};
