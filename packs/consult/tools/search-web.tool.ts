import { z } from 'zod';
import { NO_WEB_SEARCH } from '../integrations/web/no-web-search.ts';
import { defineTool, listOf } from '#pack-kit';
import { SEARCH_SERVICE, searchTheWeb, type SearchAnswer } from '../integrations/web/search.ts';

const MOST_NAMED = 5;
const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const input = z.object({
  query: z.string().trim().min(2).max(300).describe('What to look for.'),
  urls: listOf(z.string().refine(isWebUrl, 'expected an http or https URL'), {
    max: 5,
    description: 'Pages whose sites are preferred.',
  }).optional(),
});

export const searchWeb = defineTool({
  name: 'search_web',
  description: 'Searches the web for current information and gives the sources.',
  category: 'research',
  capability: 'search',
  input,
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
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  cacheable: { ttlSeconds: 300 },
  intents: ['research'],
  offline: {
    notConfigured: NO_WEB_SEARCH,
    fill: {
      query: {
        from: 'rest',
        without: ['search the web for', 'search the web', 'look up', 'find', 'search for', 'ابحث عن', 'ابحث'],
      },
      urls: {
        from: 'rule',
        read: ({ text }) => {
          const found = text.match(/https?:\/\/[^\s,]*[\p{L}\p{N}/]/giu)?.slice(0, 5);
          return found?.length ? found : undefined;
        },
      },
    },
    cues: [
      'search the web',
      'look up',
      'search for',
      'find recent',
      'news',
      'latest',
      'what does',
      'ابحث',
      'آخر أخبار',
      'ما الجديد',
    ],
    applies: ({ normalized }) =>
      /\b(?:search|look up|google|news|latest|recent|find out|what does \w+ say|on the web|online|currently|this year|article)\b|ابحث|اخبار|الجديد|احدث/u.test(
        normalized,
      ),
    reply: { en: reply, ar: replyArabic },
  },
  async execute({ query, urls }, context): Promise<SearchAnswer> {
    return searchTheWeb(context, { query, urls });
  },
});

const listed = ({ results }: SearchAnswer) =>
  results
    .slice(0, MOST_NAMED)
    .map(({ title, url, snippet }, index) => `[${index + 1}] ${title}: ${snippet.slice(0, 200)} (${url})`);

function reply(found: SearchAnswer): string {
  if (found.results.length === 0) return found.answer ?? 'The search found nothing on that.';
  return [found.answer ?? 'This is what the web says:', ...listed(found)].join('\n');
}

function replyArabic(found: SearchAnswer): string {
  if (found.results.length === 0) return found.answer ?? 'لم يجد البحث شيئا عن ذلك.';
  return [found.answer ?? 'هذا ما وجدته على الويب:', ...listed(found)].join('\n');
}
