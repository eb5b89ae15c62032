import { marketReply, type MarketTrends } from '../tools/analyze-market-trends.tool.ts';

const market = (monthsOfSupply: number | null): MarketTrends => ({
  scope: { district: 'Paphos', propertyType: null, dealType: 'sale', bedrooms: null },
  periodMonths: 12,
  newListings: 46,
  activeListings: 78,
  closedCount: 3,
  medianPrice: 230_750,
  medianPricePerSqm: 1_984,
  medianClosedPrice: null,
  medianDaysOnMarket: 80,
  changePct: null,
  direction: 'unknown',
  monthsOfSupply,
  insufficientData: false,
  series: [],
});

it.each([
  [9.5, /At the pace of these closings, what is available now would last 9\.5 months\./],
  [312, /would last more than 36 months; so few have closed that this says little\./],
])('tells what %d months of supply mean', (months, said) =>
  expect(marketReply(market(months), 'en')).toMatch(said),
);
it('tells none where nothing was closed', () =>
  expect(marketReply(market(null), 'en')).not.toContain('pace'));
