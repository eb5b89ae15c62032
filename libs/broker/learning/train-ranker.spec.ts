import { IndexCache } from '../index/index-cache.ts';
import { searchWords } from '#text';
import { rankTools } from '../ranking/rank-tools.ts';
import { trainRanker } from './train-ranker.ts';

const index = new IndexCache().indexOf([
  { name: 'alpha', description: 'Does one thing.' },
  { name: 'beta', description: 'Does another thing.' },
  { name: 'gamma', description: 'Does a third thing.' },
]);
const examples = Array.from({ length: 12 }, (_, at) => [
  { text: `my kettle is broken, number ${at}`, tool: 'beta' },
  { text: `الغلاية خربانة عندي ${at}`, tool: 'beta' },
  { text: `paint the fence ${at}`, tool: 'gamma' },
]).flat();
const learned = trainRanker(index.documents, examples);
const first = (message: string) =>
  index.documents[rankTools({ index, message, most: 3, learned }).order[0]!]!.name;

it.each([
  ['the kettle broke', 'beta'],
  ['غلايتي خربانة', 'beta'],
  ['somebody has to paint this', 'gamma'],
  ['do one thing', 'alpha'],
])('"%s" is learned to be for %s', (message, tool) => {
  expect(first(message)).toBe(tool);
});

it('gives the same ranker for the same examples, and counts them', () => {
  expect(trainRanker(index.documents, examples).state).toEqual(learned.state);
  expect(learned.examples).toBe(36);
  expect(learned.usesOf('beta')).toBe(24);
  expect(learned.usesOf('alpha')).toBe(0);
  expect(learned.usesOf('unknown')).toBe(0);
});

it('ignores examples of removed tools', () => {
  const more = [...examples, { text: 'kettle', tool: 'removed' }];
  expect(trainRanker(index.documents, more).state).toEqual(learned.state);
});

it('gives probabilities that sum to one', () => {
  const { logProbability } = learned.score(searchWords('the kettle is broken'));
  expect(logProbability.reduce((sum, log) => sum + Math.exp(log), 0)).toBeCloseTo(1, 5);
});

it('ranks by text alone without examples', () => {
  const none = trainRanker(index.documents, []);
  const message = 'another thing';
  expect([...rankTools({ index, message, most: 3, learned: none }).scores]).toEqual([
    ...rankTools({ index, message, most: 3 }).scores,
  ]);
});
