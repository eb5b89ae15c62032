import { z } from 'zod';
import { defineTool, listOf } from '#pack-kit';
import { searchAnswer, SEARCH_SERVICE, searchTheWeb, type SearchAnswer } from '../integrations/web/search.ts';
const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const input = z.object({
  query: z.string().trim().min(2).max(300).describe('Search terms.'),
  urls: listOf(z.string().refine(isWebUrl, 'expected an http or https URL'), {
    max: 5,
    description: 'http(s) URLs whose sites are preferred.',
  }).optional(),
});

export const searchWeb = defineTool({
  name: 'search_web',
  description: 'Searches the web for current information and gives the sources.',
  category: 'research',
  capability: 'search',
  input,
  result: searchAnswer,
  whenToUse: [
    'Facts newer than the model: companies, prices, laws, news.',
    'Something is to be googled or looked up online, such as who leads a company or what a product or a subscription costs now. سعر منتج أو اشتراك حاليا.',
    'Not for past projects of the consultant.',
  ],
  examples: [
    'Look up what the EU AI Act says for small firms',
    'Find recent news on chatbots in retail banking',
    'What does Gartner say this year about copilots?',
    'ابحث عن آخر أخبار الذكاء الاصطناعي في قطاع التجزئة',
    'ما الجديد في قوانين الذكاء الاصطناعي الأوروبية؟',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  cacheable: { ttlSeconds: 300 },
  intents: ['research'],
  async execute({ query, urls }, context): Promise<SearchAnswer> {
    return searchTheWeb(context, { query, urls });
  },
});
