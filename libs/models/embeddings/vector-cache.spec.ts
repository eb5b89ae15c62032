import { VectorCache } from './vector-cache.ts';

const vectorOf = (text: string) => [text.length];

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
