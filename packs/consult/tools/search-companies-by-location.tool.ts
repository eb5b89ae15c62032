import { z } from 'zod';
import { NO_WEB_SEARCH } from '../integrations/web/no-web-search.ts';
import { defineTool } from '#pack-kit';
import { SEARCH_SERVICE, searchTheWeb, type SearchAnswer } from '../integrations/web/search.ts';

const input = z.object({
  location: z.string().trim().min(2).max(100).describe('City, region or country.'),
  industry: z.string().trim().max(80).optional(),
  companyType: z.string().trim().max(60).optional().describe('Such as startups, agencies, enterprises.'),
});

export interface FoundCompanies {
  companies: { name: string; url: string; snippet: string }[];
  query: string;
  citations: SearchAnswer['citations'];
  retrievedAt: string;
}

/** Behind the last such word: "in health in Amman" is about Amman. */
const PLACE =
  /^.*(?:\b(?:in|around|near|of|at)\s+|(?<!\p{L})في\s+)(?!the moment)([\p{L}][\p{L}\p{M}'’ -]{1,60}?)[\s.!?؟]*$/isu;
const TYPES = {
  startups: ['startup', 'start-ups', 'start ups', 'شركات ناشئة', 'الشركات الناشئة'],
  agencies: ['agency', 'وكالات'],
  enterprises: ['enterprise', 'corporations', 'شركات كبرى'],
};
const INDUSTRY =
  /\b(?:which|list|find|any|the|local)?\s*([\p{L}-]+(?: [\p{L}-]+)?)\s+(?:companies|startups|start-ups|firms|agencies|businesses|software)\b/iu;
const ARABIC_INDUSTRY = /(?:في مجال|شركات)\s+(\p{L}+)/u;
const NO_INDUSTRY = /^(?:which|list|find|any|the|local|me|show|what|tech|all)$/iu;

export const searchCompaniesByLocation = defineTool({
  name: 'search_companies_by_location',
  description: 'Finds companies in a place, of an industry or kind where one is named.',
  category: 'research',
  capability: 'search',
  input,
  whenToUse: [
    'Local firms are wanted, or who else is in a place: businesses, suppliers, shops, offices, factories or manufacturers of a city or town. شركات أو مصانع أو محلات في مدينة.',
    'Not for how far competitors are with AI.',
  ],
  examples: [
    'Which fintech startups are based in Tallinn?',
    'List logistics companies around Rotterdam',
    'Who else does dental software in Austria?',
    'ما الشركات الناشئة في مجال الصحة في عمّان؟',
    'اعرض شركات التسويق في القاهرة',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research'],
  offline: {
    notConfigured: NO_WEB_SEARCH,
    fill: {
      location: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => PLACE.exec(text)?.[1]?.trim() },
          { from: 'prev', tool: 'get_location', path: 'city' },
        ],
      },
      industry: {
        from: 'rule',
        read: ({ text }) => {
          const words =
            (INDUSTRY.exec(text)?.[1] ?? ARABIC_INDUSTRY.exec(text)?.[1])
              ?.split(' ')
              .filter((word) => !NO_INDUSTRY.test(word)) ?? [];
          return words.join(' ') || undefined;
        },
      },
      companyType: { from: 'enum', values: TYPES },
    },
    cues: ['companies', 'startups', 'firms', 'agencies', 'who else does', 'based in', 'شركات', 'الشركات'],
    applies: ({ normalized }) =>
      /\b(?:compan(?:y|ies)|startups?|start ups?|firms?|agencies|businesses|who else)\b.*\b(?:in|around|near|of)\b|شركات.* في |الشركات.* في /u.test(
        normalized,
      ) && !/\b(?:have you done|our|we)\b/.test(normalized),
    ask: {
      location: { en: 'In which place should I look for companies?', ar: 'في أي مكان أبحث عن الشركات؟' },
    },
    reply: { en: reply, ar: replyArabic },
  },
  async execute({ location, industry, companyType }, context): Promise<FoundCompanies> {
    const query = ['companies and businesses', location, industry, companyType, 'business directory']
      .filter(Boolean)
      .join(' ');
    const { results, citations, retrievedAt } = await searchTheWeb(context, { query });
    return {
      companies: results.map(({ title, url, snippet }) => ({ name: nameIn(title), url, snippet })),
      query,
      citations,
      retrievedAt,
    };
  },
});

/** A title up to what the page says of itself. */
function nameIn(title: string): string {
  return title.split(/ - | \| |–/)[0]?.trim() || title;
}

const listed = ({ companies }: FoundCompanies) => companies.map(({ name, url }) => `- ${name} (${url})`);

function reply(found: FoundCompanies): string {
  return found.companies.length === 0
    ? 'The search found no companies there.'
    : ['The web lists these:', ...listed(found)].join('\n');
}

function replyArabic(found: FoundCompanies): string {
  return found.companies.length === 0
    ? 'لم يجد البحث شركات هناك.'
    : ['هذه الشركات بحسب الويب:', ...listed(found)].join('\n');
}
