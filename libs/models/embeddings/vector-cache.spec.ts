import { VectorCache } from './vector-cache.ts';

const vectorOf = (text: string) => [text.length];

it('the cache evicts the oldest vector', async () => {
  let asked = 0;
  const cache = new VectorCache();
  const embed = (texts: string[]) =>
    cache.embed('org', texts, async (missing) => {
      asked += missing.length;
      return missing.map((text) => vectorOf(text));
    });
  for (let at = 0; at < 2_100; at += 100)
    await embed(Array.from({ length: 100 }, (_, offset) => `t ${at + offset}`));
  await embed(['t 2050']);
  expect(asked).toBe(2_100);
  await embed(['t 0']);
  expect(asked).toBe(2_101);
});

it('an aborted caller does not cancel the vector for others that wait for the same text', async () => {
  const answer = Promise.withResolvers<number[][]>();
  const cache = new VectorCache();
  const impatient = new AbortController();
  const first = cache.embed('org', ['same'], () => answer.promise, impatient.signal);
  const second = cache.embed('org', ['same'], () => Promise.reject(new Error('asked twice')));
  impatient.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  answer.resolve([vectorOf('same')]);
  expect(await second).toEqual([vectorOf('same')]);
});
