import { z } from 'zod';
import { defineTool } from '#pack-kit';
import { priceIn } from '../integrations/web/readings.ts';
import { SEARCH_SERVICE, searchTheWeb } from '../integrations/web/search.ts';

const MOST_READ = 3;

const input = z.object({
  symbol: z
    .string()
    .trim()
    .transform((text) => text.toUpperCase().replace(/^\$/, ''))
    .pipe(z.string().regex(/^[A-Z][A-Z0-9.-]{0,9}$/, 'expected a ticker symbol such as NVDA or SAP.DE'))
    .describe('Ticker symbol, such as NVDA or SAP.DE.'),
});

const result = z.object({
  symbol: z.string(),
  found: z.boolean(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  asOfText: z.string(),
  source: z.object({ title: z.string(), url: z.string() }).nullable(),
  retrievedAt: z.string(),
  delayed: z.literal(true).describe('Always present: the quote may be old'),
});
export type StockPrice = z.infer<typeof result>;

export const getStockPrice = defineTool({
  name: 'get_stock_price',
  description: 'Looks up the current price of a listed share; the quote may be delayed.',
  category: 'research',
  capability: 'search',
  input,
  result,
  whenToUse: [
    'The price of a share on the market is asked for.',
    'A ticker symbol stands alone, or a stock is said to go up or down on the exchange.',
    'Not for the price of our own services.',
  ],
  examples: [
    'Where is NVDA trading?',
    'Price of Apple shares right now?',
    'Quote for SAP.DE',
    'كم سعر سهم تسلا اليوم؟',
    'ما سعر سهم MSFT؟',
  ],
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research', 'billing'],
  async execute({ symbol }, context): Promise<StockPrice> {
    const answer = await searchTheWeb(context, { query: `${symbol} stock price today` });
    const { retrievedAt } = answer;
    const mentioning = answer.results.filter(({ title, snippet }) => mentions(`${title} ${snippet}`, symbol));
    for (const { title, url, snippet } of mentioning.slice(0, MOST_READ)) {
      const read = priceIn(snippet) ?? priceIn(title);
      if (!read) continue;
      const { price, currency } = read;
      return {
        symbol,
        found: true,
        price,
        currency,
        asOfText: snippet.slice(0, 300),
        source: { title, url },
        retrievedAt,
        delayed: true,
      };
    }
    return {
      symbol,
      found: false,
      price: null,
      currency: null,
      asOfText: '',
      source: null,
      retrievedAt,
      delayed: true,
    };
  },
});

function mentions(text: string, symbol: string): boolean {
  const escaped = symbol.replaceAll(/[.-]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(text);
}
