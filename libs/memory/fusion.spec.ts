import { fuse, type Candidate } from './fusion.ts';

const candidate = (id: string, change: Partial<Candidate> = {}): Candidate => ({
  id,
  text: id,
  category: 'preference',
  importance: 5,
  similarity: 0,
  lexical: 0,
  shared: [],
  age: 0,
  ageDays: 0,
  ...change,
});
const order = (candidates: Candidate[], limit = 10) =>
  fuse(candidates, { limit, semantic: true }).map((insight) => insight.id);

describe('fusion of vector and words', () => {
  it('ranks a match of both before a match of one', () => {
    const both = candidate('both', { similarity: 0.5, lexical: 1 });
    const vector = candidate('vector', { similarity: 0.6 });
    const words = candidate('words', { similarity: 0.1, lexical: 1.2 });
    expect(order([words, vector, both])).toEqual(['both', 'vector', 'words']);
  });

  it('weights by importance and age, which never outweigh relevance', () => {
    const young = candidate('young', { similarity: 0.5, lexical: 1 });
    const old = candidate('old', { similarity: 0.5, lexical: 1, age: 730 });
    const vital = candidate('vital', { similarity: 0.5, lexical: 1, importance: 9 });
    const beside = candidate('beside', { similarity: 0.2, importance: 10 });
    expect(order([beside, old, young, vital])).toEqual(['vital', 'young', 'old', 'beside']);
  });

  it('ranks insights with a vector of another model by words alone', () => {
    const foreign = candidate('foreign', { similarity: null, lexical: 1, shared: ['sea'] });
    const [first] = fuse([candidate('near', { similarity: 0.1 }), foreign, candidate('far')], {
      semantic: true,
      limit: 3,
    });
    expect(first).toMatchObject({
      id: 'foreign',
      similarity: 0,
      why: 'shares sea; its vector is of another embedding model; importance 5; 0 days old',
    });
  });

  it('gives a vector without meaning less weight', () => {
    const near = candidate('near', { similarity: 0.9, lexical: 0.5 });
    const worded = candidate('worded', { similarity: 0.1, lexical: 1 });
    const first = (semantic: boolean) => fuse([near, worded], { limit: 1, semantic })[0]?.id;
    expect([first(true), first(false)]).toEqual(['near', 'worded']);
  });

  it('reports that only the surroundings share words', () => {
    const [found] = fuse([candidate('a', { lexical: 1 })], { limit: 1, semantic: false });
    expect(found?.why).toContain('its surroundings share words');
  });

  it('cuts to the limit, rounds to four decimals and counts calendar days', () => {
    const first = candidate('a', { similarity: 0.123456, age: 1.2, ageDays: 2 });
    const [only, ...rest] = fuse([first, candidate('b')], { semantic: true, limit: 1 });
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ id: 'a', similarity: 0.1235, ageDays: 2 });
    expect(only?.why).toMatch(/2 days old$/);
    expect(fuse([], { semantic: true, limit: 5 })).toEqual([]);
  });

  it('prefers the requested category, unless a shared word scores higher', () => {
    const deadline = candidate('deadline', { category: 'timeline', similarity: 0.1 });
    const near = candidate('near', { similarity: 0.11 });
    const far = candidate('far', { similarity: 0 });
    const requested = (others: Candidate[]) =>
      fuse(others, { semantic: true, limit: 1, requested: ['timeline'] })[0];
    expect(requested([near, far, deadline])).toMatchObject({
      id: 'deadline',
      why: expect.stringContaining('a timeline, as requested'),
    });
    expect(requested([candidate('worded', { similarity: 0.11, lexical: 1 }), far, deadline])?.id).toBe(
      'worded',
    );
  });
});
