import { z } from 'zod';
import { defineTool, plainText } from '#pack-kit';
import { citations, SEARCH_SERVICE, searchTheWeb } from '../integrations/web/search.ts';

const input = z.object({
  location: plainText('City, region or country.'),
  industry: plainText('Such as logistics.').optional(),
  companyType: plainText('Such as startups or agencies.').optional(),
});

const result = z.object({
  companies: z.array(z.object({ name: z.string(), url: z.string(), snippet: z.string() })),
  query: z.string(),
  citations,
  retrievedAt: z.string(),
});
export type FoundCompanies = z.infer<typeof result>;

export const searchCompaniesByLocation = defineTool({
  name: 'search_companies_by_location',
  description: 'Finds companies in a place, of an industry or kind where one is named.',
  category: 'research',
  capability: 'search',
  input,
  result,
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
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research'],
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

/** The title up to the page's own slogan. */
function nameIn(title: string): string {
  return title.split(/ - | \| |–/)[0]?.trim() || title;
}
