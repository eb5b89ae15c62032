import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const row = (id: string, more: object = {}) => ({
  id,
  title: '3-bedroom villa in Tala',
  district: 'Paphos',
  dealType: 'sale',
  price: 421_000,
  bedrooms: 3,
  bathrooms: 2,
  coveredAreaSqm: 200,
  distanceToSea: 900,
  seaView: false,
  pool: true,
  yearBuilt: 2_010,
  titleDeed: 'yes',
  energyClass: 'A',
  status: 'available',
  ...more,
});
const idsRead = (text: string, more = {}) => {
  const [call] = callsOf(stepFor(text, more));
  const [filter] = (call?.arguments['filters'] ?? []) as { value: unknown }[];
  return filter?.value;
};
const listed = {
  said: ['villas'],
  replied: ['3 matches:\n1. A (prop-0047): €1\n2. B (prop-0057): €2\n3. C (prop-0056): €3'],
};

it.each([
  'compare prop-0021 and prop-0081',
  'prop-0021 vs prop-0081',
  'which is better, prop-0021 or prop-0081?',
  "what's the difference between prop-0021 and prop-0081",
  'قارن بين prop-0021 و prop-0081',
  'أيهما أفضل prop-0021 أم prop-0081؟',
])('%s: both records are read', (text) => expect(idsRead(text)).toEqual(['prop-0021', 'prop-0081']));

it.each<[string, string[]]>([
  ['compare the first two', ['prop-0047', 'prop-0057']],
  ['compare the first and the third', ['prop-0047', 'prop-0056']],
  ['can you compare them', ['prop-0047', 'prop-0057', 'prop-0056']],
  ['قارن بين الأولى والثالثة', ['prop-0047', 'prop-0056']],
  ['قارن بينها', ['prop-0047', 'prop-0057', 'prop-0056']],
])('%s of the list', (text, ids) => expect(idsRead(text, listed)).toEqual(ids));

it('tells each, and which leads in what', () => {
  const rows = [
    row('prop-0021'),
    row('prop-0081', { price: 300_000, coveredAreaSqm: 120, yearBuilt: 2_020 }),
  ];
  const calls = [made('query_org_data', {}, { rows, sample: true })];
  const said = reply(stepFor('compare prop-0021 and prop-0081', { calls })) ?? '';
  expect(said).toMatch(/^1\. .*prop-0021.*€421,000.*200 m²[^]*\n2\. .*prop-0081.*€300,000/);
  expect(said).toMatch(/cheapest: .*prop-0081[^]*largest: .*prop-0021[^]*newest: .*prop-0081/);
  expect(said).not.toContain('nearest to the sea:');
  expect(said).toContain('sample data');
  expect(reply(stepFor('قارن بين prop-0021 و prop-0081', { calls }))).toMatch(/الأرخص: .*prop-0081/);
});

it('says which one there is not', () => {
  const calls = [made('query_org_data', {}, { rows: [row('prop-0021')] })];
  expect(reply(stepFor('compare prop-0021 and prop-9999', { calls }))).toMatch(
    /^There is no property prop-9999 here\.\n1\. .*prop-0021/,
  );
});

it('a rent and a price are not set side by side', () => {
  const calls = [
    made(
      'query_org_data',
      {},
      { rows: [row('prop-0021'), row('prop-0081', { dealType: 'rent', price: 900 })] },
    ),
  ];
  expect(reply(stepFor('compare prop-0021 and prop-0081', { calls }))).toMatch(/a month.*[^]*side by side/);
});

it.each([
  'send an alert with prop-0021 and prop-0081',
  'a comparison report on prop-0021 and prop-0081',
  'compare prices in Paphos and Larnaca',
  'compare',
])('%s is something else', (text) =>
  expect(callsOf(stepFor(text, listed)).map(({ tool }) => tool)).not.toContain('query_org_data'),
);
