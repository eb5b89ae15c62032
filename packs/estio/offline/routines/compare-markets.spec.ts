import { callsOf, made, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { compareMarkets } from './compare-markets.ts';

const limassol = made('analyze_market_trends', { district: 'Limassol' });
const turn = (text: string, lastCalls = [limassol]) =>
  routineTurn(text, { agent: 'searcher', lastCalls, offered: ['analyze_market_trends'] });
const districts = (text: string, lastCalls = [limassol]) =>
  callsOf(compareMarkets(turn(text, lastCalls))).map((call) => call.arguments['district']);

it.each(['compare with Paphos', 'and compared to Paphos?', 'vs Paphos', 'قارنها مع بافوس'])(
  '%s behind a market sets both side by side',
  (text) => expect(districts(text)).toEqual(['Limassol', 'Paphos']),
);

it.each([
  ['compare Paphos and Larnaca', ['Paphos', 'Larnaca']],
  ['compare flats in Paphos with flats in Larnaca', ['Paphos', 'Larnaca']],
  ['what about Paphos compared to Larnaca?', ['Paphos', 'Larnaca']],
  ['Paphos vs Larnaca', ['Paphos', 'Larnaca']],
  ['قارن بين بافوس ولارنكا', ['Paphos', 'Larnaca']],
  ['قارن بافوس مع لارنكا', ['Paphos', 'Larnaca']],
])('%s behind a market names all that is compared', (text, places) =>
  expect(districts(text)).toEqual(places),
);

it.each([
  'compare it with Paphos and Larnaca',
  'and compared to Paphos or Larnaca?',
  'قارنها مع بافوس ولارنكا',
])('%s sets several beside it', (text) => expect(districts(text)).toEqual(['Limassol', 'Paphos', 'Larnaca']));

it('a comparison behind something else is none of markets', () =>
  expect(districts('compare with Paphos', [made('search_properties', { district: 'Limassol' })])).toEqual(
    [],
  ));

it('looks for the tool by its own words where it is not offered', () => {
  const step = compareMarkets({ ...turn('compare with Paphos'), offered: ['tool_search'] });
  expect(callsOf(step)).toEqual([
    { tool: 'tool_search', arguments: { query: expect.stringMatching(/market/i) } },
  ]);
});
