import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { IndexCache } from '../index/index-cache.ts';
import type { RankableTool } from '../index/tool-document.ts';
import { trainRanker } from '../learning/train-ranker.ts';
import type { Example } from '../learning/training-set.ts';
import { rankTools } from './rank-tools.ts';

const tools: RankableTool[] = [
  { name: 'get_weather', description: 'Current weather of a place.', examples: ['كيف الطقس في الرياض؟'] },
  { name: 'send_email', description: 'Sends a letter to a client.', examples: ['أرسل بريدا للعميل'] },
  { name: 'check_calendar', description: 'Lists free times for a viewing.' },
  { name: 'generate_contract', description: 'Fills a contract as PDF.' },
  { name: 'calculate_mortgage', description: 'Monthly instalment of a loan.' },
  { name: 'search_properties', description: 'Finds homes for sale or rent.' },
];
const index = new IndexCache().indexOf(tools);

it('limits cached indexes by total tools, but always keeps the newest', () => {
  const cache = new IndexCache({ indexes: 3, indexedTools: 4, documents: 100, documentCharacters: 1e6 });
  const [first, second, all] = [tools.slice(0, 2), tools.slice(1, 3), tools.slice(0, 5)];
  const kept = [cache.indexOf(first), cache.indexOf(second)];
  expect([cache.indexOf(first), cache.indexOf(second)]).toEqual(kept);
  expect(cache.indexOf(first)).toBe(kept[0]);
  const large = cache.indexOf(all);
  expect(cache.indexOf(all)).toBe(large);
  expect(cache.indexOf(first)).not.toBe(kept[0]);
  expect(cache.indexOf(all)).not.toBe(large);
});
const ranked = (message: string, more: Partial<Parameters<typeof rankTools>[0]> = {}) =>
  rankTools({ index, message, most: 12, ...more }).order.map((at) => index.documents[at]!.name);

it.each([
  ['Do I need an umbrella in Oslo?', 'get_weather'],
  ['الطَّقْس اليوم', 'get_weather'],
  ['drafting contracts', 'generate_contract'],
  ['kalkulate my mortgge', 'calculate_mortgage'],
  ['ابحث عن شقة', 'search_properties'],
  ['getContractAsPdf', 'generate_contract'],
])('%s → %s', (message, tool) => {
  expect(ranked(message)[0]).toBe(tool);
});

it('a message of two requests ranks both tools first', () => {
  const message = 'Fill the contract for the sale of the home as a PDF, and then tell me the weather';
  expect(ranked(message).slice(0, 2).sort()).toEqual(['generate_contract', 'get_weather']);
});

it.each(['WHAT about the umbrella?!', 'what about, the umbrella'])(
  'an example, word for word, comes first: %s',
  (message) => {
    const taught = tools.map((tool) =>
      tool.name === 'send_email' ? { ...tool, examples: ['What about the umbrella?'] } : tool,
    );
    const own = new IndexCache().indexOf(taught);
    const examples = Array.from({ length: 40 }, (_, at) => ({
      text: `what about the umbrella ${at}`,
      tool: 'get_weather',
    }));
    const { order, examples: same } = rankTools({
      index: own,
      message,
      most: 3,
      learned: trainRanker(own.documents, examples),
    });
    expect(own.documents[order[0]!]!.name).toBe('send_email');
    expect([...same]).toEqual([order[0]]);
    expect(ranked(message)[0]).toBe('get_weather');
  },
);

it('recognises an example of several requests', () => {
  const own = new IndexCache().indexOf([
    ...tools,
    { name: 'close_deal', description: 'd', examples: ['Fill the contract, then send it to the client'] },
  ]);
  const { order } = rankTools({
    index: own,
    message: 'fill the contract then send it to the client',
    most: 1,
  });
  expect(own.documents[order[0]!]!.name).toBe('close_deal');
});

it('boosts raise a tool', () => {
  const at = index.documents.findIndex(({ name }) => name === 'send_email');
  expect(ranked('weather', { boosts: new Map([[at, 2]]) })[0]).toBe('send_email');
});

describe('for any tools, messages and history', () => {
  const word = fc.constantFrom(...'weather rain card loan mail send طقس بطاقة zorbl then'.split(' '));
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const catalogue = fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-f]{1,3}$/),
      description: text,
      examples: fc.array(text, { maxLength: 2 }),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 20 },
  );
  const past = (some: RankableTool[]) =>
    fc.array(fc.record({ text, tool: fc.constantFrom(...some.map(({ name }) => name)) }), { maxLength: 30 });
  const setting = catalogue.chain((some) =>
    fc.record({
      tools: fc.constant(some),
      shuffled: fc.shuffledSubarray(some, { minLength: some.length }),
      examples: past(some),
      message: text,
      most: fc.nat({ max: 15 }),
    }),
  );
  const rank = (some: RankableTool[], examples: Example[], message: string, most: number) => {
    const own = new IndexCache().indexOf(some);
    const learned = trainRanker(own.documents, examples);
    const { order, scores } = rankTools({ index: own, message, most, learned });
    return { names: order.map((at) => own.documents[at]!.name), scores: [...scores], learned };
  };

  it('the order of the catalogue has no effect, and the ranking is deterministic', () => {
    forAll(60, setting, ({ tools: some, shuffled, examples, message, most }) => {
      const [one, other] = [rank(some, examples, message, most), rank(shuffled, examples, message, most)];
      expect(other.names).toEqual(one.names);
      expect(other.scores).toEqual(one.scores);
    });
  });

  it('each tool occurs once, the length is as requested, and no score is NaN', () => {
    forAll(60, setting, ({ tools: some, examples, message, most }) => {
      const { names, scores } = rank(some, examples, message, most);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBe(Math.min(most, some.length));
      for (const score of scores) expect(Number.isFinite(score)).toBe(true);
    });
  });
});

describe('new tools', () => {
  const used = Array.from({ length: 8 }, (_, at) => ({
    name: `old_${at}`,
    description: `weather rain report ${at}`,
  }));
  const fresh = { name: 'fresh', description: 'weather alarm' };
  const all = new IndexCache().indexOf([...used, fresh]);
  const examples = used.flatMap(({ name }) =>
    Array.from({ length: 10 }, (_, at) => ({ text: `weather rain please ${name} ${at}`, tool: name })),
  );
  const learned = trainRanker(all.documents, examples);
  const names = (message: string, most: number) => {
    const { order, lane } = rankTools({ index: all, message, most, learned });
    return { names: order.map((at) => all.documents[at]!.name), lane };
  };

  it('have at least the third place if their text matches', () => {
    const { names: found, lane } = names('weather rain please', 6);
    expect(found.indexOf('fresh')).toBeLessThanOrEqual(2);
    expect([...lane]).toEqual([found.indexOf('fresh')]);
  });

  it('have no reserved place if their text does not match', () => {
    expect(names('zorbl', 3).lane.size).toBe(0);
  });

  it('are no longer new after five calls', () => {
    const known = trainRanker(all.documents, [
      ...examples,
      ...Array.from({ length: 5 }, () => ({ text: 'something else entirely', tool: 'fresh' })),
    ]);
    expect(rankTools({ index: all, message: 'weather rain please', most: 6, learned: known }).lane.size).toBe(
      0,
    );
  });
});
