import fc from 'fast-check';
import { type RegisteredTool } from '#tools';
import { contentStems, normalizedWords } from '#text';
import { forAllAsync } from '../../test/harness/for-all.ts';
import { LexicalToolIndex } from './lexical-tool-index.ts';

const tool = (name: string, description: string, examples: string[] = []): RegisteredTool =>
  ({ tool: { name, description, whenToUse: [], examples } }) as unknown as RegisteredTool;

const tools = [
  tool('contract', 'Drafts a sale contract as PDF'),
  tool('mortgage', 'Works out the instalment of a loan', ['احسب القسط الشهري']),
  tool('report', 'Writes a report as PDF'),
];
const limits = { most: 3, minScore: 0.3 };
const index = new LexicalToolIndex();
const found = async (query: string, change: Partial<typeof limits> = {}) =>
  (await index.search(tools, query, { ...limits, ...change })).map(
    ({ registered, score }) => [registered.tool.name, score] as const,
  );

it('weights matched query words by rarity, among words that occur in a tool', async () => {
  const idf = (holders: number) => Math.log(1 + tools.length / holders);
  expect(await found('a contract as PDF, quickly')).toEqual([
    ['contract', 1],
    ['report', expect.closeTo(idf(2) / (idf(1) + idf(2)), 10)],
  ]);
});

it('treats the minimum score as exclusive', async () => {
  expect(await found('contract loan', { minScore: 0.5 })).toEqual([]);
  expect(await found('contract loan', { minScore: 0.49 })).toEqual([
    ['contract', 0.5],
    ['mortgage', 0.5],
  ]);
});

it('returns the best; equal scores follow the broker’s ranking, which prefers the shorter text', async () => {
  expect((await found('pdf', { most: 1 })).map(([name]) => name)).toEqual(['report']);
});

it.each([
  ['the drafted contracts', 'contract'],
  ['حساب القِسْط الشهريّ', 'mortgage'],
])('finds %p by other forms of its words', async (query, name) => {
  expect((await found(query))[0]?.[0]).toBe(name);
});

it.each(['', '!?', 'the of and', 'weather on Mars'])('finds nothing for %p', async (query) => {
  expect(await found(query)).toEqual([]);
});

it('indexes edited texts again', async () => {
  const edited = [...tools.slice(0, 2), tool('report', 'Forecasts the weather')];
  const matches = await index.search(edited, 'weather', limits);
  expect(matches.map(({ registered }) => registered.tool.name)).toEqual(['report']);
});

it('matches the formula for any texts and queries', async () => {
  const words = fc.array(fc.constantFrom('sun', 'rain', 'wind', 'snow', 'fog'), { maxLength: 5 });
  await forAllAsync(100, fc.array(words, { minLength: 1, maxLength: 6 }), words, async (texts, query) => {
    const some = texts.map((text, at) => tool(`tool_${at}`, text.join(' ')));
    const matches = await index.search(some, query.join(' '), { most: 15, minScore: 0 });
    const scores = new Map(matches.map(({ registered, score }) => [registered.tool.name, score]));
    for (const [at, score] of byFormula(texts, query).entries())
      expect(scores.get(`tool_${at}`) ?? 0).toBeCloseTo(score, 10);
  });
});

function byFormula(texts: string[][], query: string[]): number[] {
  const stems = texts.map((text) => contentStems(normalizedWords(text.join(' '))));
  const queryStems = new Set(contentStems(normalizedWords(query.join(' '))));
  const holders = (word: string) => stems.filter((text) => text.includes(word)).length;
  const known = [...queryStems].filter((word) => holders(word) > 0);
  const sum = (some: string[]) =>
    some.reduce((total, word) => total + Math.log(1 + texts.length / holders(word)), 0);
  return stems.map((text) =>
    known.length === 0 ? 0 : sum(known.filter((word) => text.includes(word))) / sum(known),
  );
}
