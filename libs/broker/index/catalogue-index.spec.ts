import { CatalogueIndex } from './catalogue-index.ts';
import { IndexCache } from './index-cache.ts';
import { readTool, type RankableTool } from './tool-document.ts';

const named = (name: string, description: string, more: Partial<RankableTool> = {}): RankableTool => ({
  name,
  description,
  ...more,
});
const indexOf = (...tools: RankableTool[]) => CatalogueIndex.build(tools.map(readTool));

describe('the fit of words', () => {
  it('is BM25F: ln(1 + (N − n + ½) / (n + ½)) × tf (k1 + 1) / (tf + k1), tf weighed by field and length', () => {
    // Made-up words, so that no subject adds to them.
    const index = indexOf(named('qqq', 'zorbl'), named('www', 'zorbl fnord'), named('eee', 'glorp glorp'));
    const { words } = index.fit(['zorbl']);
    const average = (1 + 2 + 2) / 3;
    const score = (length: number) => {
      const frequency = 1 / (1 - 0.4 + (0.4 * length) / average);
      return (Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5)) * frequency * 2.2) / (frequency + 1.2);
    };
    expect(words[0]).toBeCloseTo(score(1), 5);
    expect(words[1]).toBeCloseTo(score(2), 5);
    expect(words[2]).toBe(0);
  });

  it('counts a word in the name more than one in the description, and that more than one in a parameter', () => {
    const parameters = { type: 'object', properties: { zorbl: { type: 'string' } } };
    const index = indexOf(named('zorbl', 'q'), named('b', 'zorbl'), named('c', 'q', { parameters }));
    const [name, description, parameter] = index.fit(['zorbl']).words;
    expect(name).toBeGreaterThan(description!);
    expect(description).toBeGreaterThan(parameter!);
    expect(parameter).toBeGreaterThan(0);
  });

  it('reads parameters of lists and of alternatives, and ends in a schema that holds itself', () => {
    const inner: Record<string, unknown> = { type: 'object', properties: { zorbl: {} } };
    inner['items'] = inner;
    const parameters = {
      properties: { rows: { items: inner }, other: { anyOf: [{ properties: { fnord: {} } }] } },
    };
    const index = indexOf(named('a', 'b', { parameters }), named('c', 'd'));
    expect(index.fit(['zorbl']).words[0]).toBeGreaterThan(0);
    expect(index.fit(['fnord']).words[0]).toBeGreaterThan(0);
  });

  it('counts a shared subject, less than the word itself', () => {
    const index = indexOf(named('a', 'forecast'), named('b', 'umbrella'), named('c', 'other'));
    const [forecast, umbrella, other] = index.fit(['umbrella']).words;
    expect(umbrella).toBeGreaterThan(forecast!);
    expect(forecast).toBeGreaterThan(0);
    expect(other).toBe(0);
  });
});

describe('the fit of n-grams', () => {
  it('is the cosine times the length of the query: a text that is the same as the query fits best', () => {
    const index = indexOf(named('', 'misspelled'), named('', 'different'));
    const [same, other] = index.fit(['mispelled']).grams;
    expect(same).toBeGreaterThan(5 * other!);
  });

  it('says nothing for a script that no tool has', () => {
    expect([...indexOf(named('a', 'weather')).fit(['λογος']).grams]).toEqual([0]);
  });
});

describe('the cache of indexes', () => {
  it('gives the same index for the same texts, whatever objects and order they come in', () => {
    const cache = new IndexCache();
    const [one, other] = [named('b', 'x'), named('a', 'y')];
    const index = cache.indexOf([one, other]);
    expect(cache.indexOf([{ ...other }, one])).toBe(index);
    expect(index.documents.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('gives another one when a text is edited, and reads only what was edited', () => {
    const cache = new IndexCache();
    const [kept, before] = [named('a', 'x'), named('b', 'weather')];
    const index = cache.indexOf([kept, before]);
    const edited = cache.indexOf([kept, named('b', 'finance')]);
    expect(edited).not.toBe(index);
    expect(edited.documents[0]).toBe(index.documents[0]);
    expect(edited.fit(['weather']).words[1]).toBe(0);
  });
});
