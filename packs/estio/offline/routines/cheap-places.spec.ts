import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const asked = (text: string) =>
  callsOf(stepFor(text)).flatMap(({ tool, arguments: given }) =>
    tool === 'analyze_market_trends' ? [given['district']] : [],
  );
const market = (district: string, medianPricePerSqm: number | null) =>
  made(
    'analyze_market_trends',
    { district },
    {
      scope: { district, propertyType: null, dealType: 'sale', bedrooms: null },
      periodMonths: 12,
      activeListings: 4,
      medianPrice: medianPricePerSqm === null ? null : 200_000,
      medianPricePerSqm,
      sample: true,
    },
  );

it.each([
  'what areas of Limassol are cheap?',
  'which part of Limassol is the cheapest?',
  'cheap areas in Limassol',
  'what is the most affordable neighbourhood in Limassol',
  'where in Limassol are flats cheapest?',
  'which areas in Limassol are expensive?',
  'ما هي المناطق الرخيصة في ليماسول؟',
  'ما أرخص منطقة في ليماسول',
  'وين الأسعار أرخص في ليماسول؟',
])('%s: the market of each area is asked for', (text) => {
  expect(asked(text)).toHaveLength(7);
  expect(asked(text)).toContain('Zakaki');
});

it.each(['where in Cyprus is it cheapest?', 'which district is cheap?', 'أين العقارات أرخص؟'])(
  '%s: of each district',
  (text) => expect(asked(text)).toEqual(['Paphos', 'Limassol', 'Larnaca', 'Nicosia', 'Famagusta']),
);

it('puts them in the order of what a square metre costs', () => {
  const calls = [market('Zakaki', 2_400), market('Mesa Geitonia', 2_100), market('Mouttagiaka', null)];
  const said = reply(stepFor('what areas of Limassol are cheap?', { calls })) ?? '';
  expect(said).toMatch(
    /the cheapest first:\n1\. Mesa Geitonia: €2,100 per m²[^]*\n2\. Zakaki[^]*Mouttagiaka/,
  );
  expect(said.match(/sample data/g)).toHaveLength(1);
  expect(reply(stepFor('which areas in Limassol are expensive?', { calls }))).toMatch(/1\. Zakaki/);
  expect(reply(stepFor('ما أرخص المناطق في ليماسول', { calls }))).toMatch(/الأرخص أولا:\n1\. ميسا ييتونيا/);
});

it('looks for the tool where it is not offered', () =>
  expect(
    callsOf(stepFor('what areas of Limassol are cheap?', { offered: ['tool_search'] })).map(
      ({ tool }) => tool,
    ),
  ).toEqual(['tool_search']));

it.each([
  'find me a flat in a cheap area of Limassol',
  'where is the cheapest one?',
  'what is the cheapest flat in Limassol?',
  'this is an expensive area',
  'which areas do you cover?',
  'cheap flats in Limassol',
  'شقق رخيصة في ليماسول',
  'cheap areas under 200k',
])('%s is something else', (text) => expect(asked(text)).toEqual([]));
