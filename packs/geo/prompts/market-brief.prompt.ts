import { ToolError, type PromptSpec, userText } from '#pack-kit';
import { agents } from '../agents/geo-analyst.ts';
import { knownMatcher } from '../schema/places/known-places.ts';
import { YEARS } from '../years.ts';

export const marketBrief: PromptSpec = {
  name: 'market_brief',
  title: 'Market brief',
  description:
    'The market of a district or municipality in one year: sales, prices, supply, against the year before.',
  arguments: [
    {
      name: 'place',
      description: 'A district or municipality, such as Yas Island',
      required: true,
      complete: async (typed) => placesBeginning(typed),
    },
    {
      name: 'year',
      description: `${YEARS.from} to ${YEARS.to}; the latest when left out`,
      required: false,
      complete: async (typed) => years().filter((year) => year.startsWith(typed)),
    },
    { name: 'language', description: 'Language of the brief, such as en or ar', required: false },
  ],
  messages: async ({ place = '', year, language }) => {
    if (year !== undefined && !years().includes(year))
      throw new ToolError('VALIDATION_FAILED', `year: expected ${YEARS.from} to ${YEARS.to}.`);
    return [userText(agents[0]?.prompt ?? ''), userText(request(place, Number(year ?? YEARS.to), language))];
  },
};

function request(place: string, year: number, language: string | undefined): string {
  const before = year > YEARS.from ? `, and both against ${year - 1}` : '';
  const written = language ? ` Write it in the language ${language}.` : '';
  return `Write a brief on the market of ${place} in ${year}.
Find the place with search_geospatial_metadata first; ask which one is meant when several fit.
Then give the number of transactions (get_transaction_count) and the value of sales (get_total_sales_value)${before}. For a district add its housing stock (get_current_supply); for a municipality add its leading districts (get_top_districts_in_municipality).
Give each figure its year and unit, and use only figures from tool results.${written}`;
}

/** Completes names of places that are known without the service. */
function placesBeginning(typed: string): string[] {
  const begun = typed.toLowerCase();
  return knownMatcher.places
    .filter(({ type }) => type === 'district' || type === 'municipality')
    .filter(({ nameEn, nameAr }) => nameEn.toLowerCase().startsWith(begun) || nameAr.startsWith(typed))
    .map(({ nameEn }) => nameEn);
}

/** Years, the latest first. */
function years(): string[] {
  return Array.from({ length: YEARS.to - YEARS.from + 1 }, (_, ago) => String(YEARS.to - ago));
}
