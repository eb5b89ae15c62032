import { CatalogueIndex } from './catalogue-index.ts';
import { IndexCache } from './index-cache.ts';
import { readTool, type RankableTool } from './tool-document.ts';

const named = (name: string, description: string, more: Partial<RankableTool> = {}): RankableTool => ({
  name,
  description,
  ...more,
});
const indexOf = (...tools: RankableTool[]) => CatalogueIndex.build(tools.map(readTool));

describe('word scores', () => {
  it('are BM25F: ln(1 + (N − n + ½) / (n + ½)) × tf (k1 + 1) / (tf + k1), tf weighted by field and length', () => {
    // Invented words, so that no concept adds to the score.
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

  it('rank a word in the name above the description, and the description above a parameter', () => {
    const parameters = { type: 'object', properties: { zorbl: { type: 'string' } } };
    const index = indexOf(named('zorbl', 'q'), named('b', 'zorbl'), named('c', 'q', { parameters }));
    const [name, description, parameter] = index.fit(['zorbl']).words;
    expect(name).toBeGreaterThan(description!);
    expect(description).toBeGreaterThan(parameter!);
    expect(parameter).toBeGreaterThan(0);
  });

  it('include parameters of arrays and alternatives, and handle a recursive schema', () => {
    const inner: Record<string, unknown> = { type: 'object', properties: { zorbl: {} } };
    inner['items'] = inner;
    const parameters = {
      properties: { rows: { items: inner }, other: { anyOf: [{ properties: { fnord: {} } }] } },
    };
    const index = indexOf(named('a', 'b', { parameters }), named('c', 'd'));
    expect(index.fit(['zorbl']).words[0]).toBeGreaterThan(0);
    expect(index.fit(['fnord']).words[0]).toBeGreaterThan(0);
  });

  it('count a shared concept less than a shared word', () => {
    const index = indexOf(named('a', 'forecast'), named('b', 'umbrella'), named('c', 'other'));
    const [forecast, umbrella, other] = index.fit(['umbrella']).words;
    expect(umbrella).toBeGreaterThan(forecast!);
    expect(forecast).toBeGreaterThan(0);
    expect(other).toBe(0);
  });
});

describe('n-gram scores', () => {
  it('are the cosine times the query length: a text equal to the query scores highest', () => {
    const index = indexOf(named('', 'misspelled'), named('', 'different'));
    const [same, other] = index.fit(['mispelled']).grams;
    expect(same).toBeGreaterThan(5 * other!);
  });

  it('are 0 for a script that no tool uses', () => {
    expect([...indexOf(named('a', 'weather')).fit(['λογος']).grams]).toEqual([0]);
  });
});

describe('the cache of indexes', () => {
  it('returns the same index for the same texts, regardless of objects and order', () => {
    const cache = new IndexCache();
    const [one, other] = [named('b', 'x'), named('a', 'y')];
    const index = cache.indexOf([one, other]);
    expect(cache.indexOf([{ ...other }, one])).toBe(index);
    expect(index.documents.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('builds another index after an edit, and reads only the edited tool', () => {
    const cache = new IndexCache();
    const [kept, before] = [named('a', 'x'), named('b', 'weather')];
    const index = cache.indexOf([kept, before]);
    const edited = cache.indexOf([kept, named('b', 'finance')]);
    expect(edited).not.toBe(index);
    expect(edited.documents[0]).toBe(index.documents[0]);
    expect(edited.fit(['weather']).words[1]).toBe(0);
  });
});
