import { momentOf } from '#text';
import { cutText, type ToolContext } from '#pack-kit';
import { euro, momentName, money, placeName, titleName, typeName, type Wording } from '../../wording.ts';
import type { MarketTrends } from '../analyze-market-trends.tool.ts';
import type { Mortgage } from '../calculate-mortgage.tool.ts';
import type { FreeTimes } from '../check-calendar.tool.ts';
import { timesInWords } from '../scheduling/free-times.ts';
import type { ScheduledViewing } from '../schedule-viewing.tool.ts';

const SEARCH = 'search_properties';
const MOST_RESULTS = 8;
const MAX_FACT_CHARACTERS = 300;
const MAX_PROPERTIES = 3;

interface FactsOfTurn {
  /** A statement for each result of the turn that a customer may see, oldest first. */
  facts: string[];
  /** Ids of the latest search results, and whether the turn itself has searched. */
  found: string[];
  foundInTurn: boolean;
}

/**
 * The points of a text and the listings that it names. Missing arguments are filled from the turn; listings of an
 * earlier search are used only if the turn has no other content.
 */
export async function pointsAndListings(
  { keyPoints, propertyIds }: { keyPoints: string[]; propertyIds?: string[] },
  language: Wording,
  context: Pick<ToolContext, 'conversation'>,
): Promise<{ keyPoints: string[]; ids: string[] }> {
  const atMost = (ids: readonly string[]) => [...new Set(ids)].slice(0, MAX_PROPERTIES);
  if (keyPoints.length > 0 && propertyIds !== undefined) return { keyPoints, ids: atMost(propertyIds) };
  const turn = await factsOfTurn(context, language);
  const points = keyPoints.length > 0 ? keyPoints : turn.facts;
  const found = turn.foundInTurn || points.length === 0 ? turn.found : [];
  return { keyPoints: points, ids: atMost(propertyIds ?? found) };
}

async function factsOfTurn(
  { conversation }: Pick<ToolContext, 'conversation'>,
  language: Wording,
): Promise<FactsOfTurn> {
  const tools = [SEARCH, ...Object.keys(FACTS)];
  const results = (await conversation?.results({ tools, most: MOST_RESULTS })) ?? [];
  const facts = results
    .filter(({ tool, ofTurn }) => ofTurn && tool !== SEARCH)
    .map(({ tool, data }) => cutText(FACTS[tool]?.(data as never, language) ?? '', MAX_FACT_CHARACTERS, ''))
    .filter(Boolean);
  const search = results.find(({ tool }) => tool === SEARCH);
  const { items = [] } = (search?.data ?? {}) as { items?: { id: string }[] };
  return {
    facts: facts.toReversed(),
    found: items.map(({ id }) => id),
    foundInTurn: search?.ofTurn === true,
  };
}

/** Results that a customer may see, by tool; offers of a party and notes of the office are not among them. */
const FACTS: Record<string, (data: never, language: Wording) => string> = {
  calculate_mortgage: mortgageInWords,
  check_calendar: ({ slots, timezone }: FreeTimes, language) =>
    timesInWords(slots, timezone, language).join(' '),
  schedule_viewing: viewingInWords,
  analyze_market_trends: marketInWords,
};

export function mortgageInWords(found: Mortgage, language: Wording): string {
  const { monthlyPayment, loanAmount, totalInterest, annualRatePct, termYears } = found;
  const amount = (euros: number) => money(euros, language);
  return language === 'ar'
    ? `القسط الشهري ${amount(monthlyPayment)} لقرض قدره ${amount(loanAmount)} على ${termYears} سنة بفائدة ${annualRatePct}%. مجموع الفائدة ${amount(totalInterest)}. هذا تقدير وليس عرضا من البنك.`
    : `The instalment is ${amount(monthlyPayment)} per month, on a loan of ${amount(loanAmount)} over ${termYears} years at ${annualRatePct}%. The interest comes to ${amount(totalInterest)} in all. This is an estimate, not a quote of a bank.`;
}

export function viewingInWords(
  {
    startsAt,
    timezone,
    property,
    agent,
  }: Pick<ScheduledViewing, 'startsAt' | 'timezone' | 'property' | 'agent'>,
  language: Wording,
): string {
  const when = momentName(momentOf(startsAt, timezone), timezone, language);
  return language === 'ar'
    ? `تم حجز معاينة ${titleName(property.title, 'ar')} (${property.id}) يوم ${when} (${timezone}) مع ${agent.name}.`
    : `The viewing of ${property.title} (${property.id}) is booked: ${when} (${timezone}), with ${agent.name}.`;
}

const DIRECTIONS: Record<Wording, Record<MarketTrends['direction'], string>> = {
  en: {
    rising: 'rising',
    falling: 'falling',
    stable: 'stable',
    unknown: 'unclear (too few listings)',
  },
  ar: { rising: 'صاعد', falling: 'هابط', stable: 'مستقر', unknown: 'غير معروف لقلة العقارات' },
};

export function marketInWords(found: MarketTrends, language: Wording): string {
  const { scope, medianPrice, medianPricePerSqm, medianDaysOnMarket, changePct, direction, periodMonths } =
    found;
  const { newListings, activeListings, closedCount } = found;
  const type = typeName(scope.propertyType ?? undefined, language);
  const place = placeName(scope.district ?? { en: 'Cyprus', ar: 'قبرص' }[language], language);
  const amount = (value: number | null) => (value === null ? '–' : euro(value, language));
  const change = changePct === null ? '' : ` (${changePct > 0 ? '+' : ''}${changePct}%)`;
  const lines =
    language === 'ar'
      ? [
          `السوق خلال آخر ${periodMonths} ${periodMonths <= 10 ? 'أشهر' : 'شهرا'}، ${type} في ${place}: المعروض الجديد ${newListings}، والمتاح الآن ${activeListings}، وما بيع أو أُجر ${closedCount}.`,
          `السعر الوسيط للمعروض الجديد ${amount(medianPrice)}، وللمتر المربع ${amount(medianPricePerSqm)}. اتجاه الأسعار: ${DIRECTIONS.ar[direction]}${change}.`,
          medianDaysOnMarket === null
            ? ''
            : `المدة الوسيطة حتى البيع أو التأجير بالأيام: ${medianDaysOnMarket}.`,
        ]
      : [
          `The market of the last ${periodMonths} months, ${type} in ${place}: ${newListings} new ${newListings === 1 ? 'listing' : 'listings'}, ${activeListings} available now, ${closedCount} closed.`,
          `The median price of the new listings is ${amount(medianPrice)}, ${amount(medianPricePerSqm)} per m². Prices are ${DIRECTIONS.en[direction]}${change}.`,
          medianDaysOnMarket === null ? '' : `The median time on the market is ${medianDaysOnMarket} days.`,
        ];
  return lines.filter(Boolean).join('\n');
}
