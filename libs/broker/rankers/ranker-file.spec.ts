import { searchWords } from '#text';
import { IndexCache } from '../index/index-cache.ts';
import { trainRanker } from '../learning/train-ranker.ts';
import { trainRankerAside } from '../learning/train-ranker-aside.ts';
import { readRanker, writeRanker } from './ranker-file.ts';

const index = new IndexCache().indexOf([
  { name: 'alpha', description: 'Does one thing.' },
  { name: 'beta', description: 'يفعل شيئا آخر' },
]);
const examples = Array.from({ length: 12 }, (_, at) => ({
  text: `my kettle is broken ${at}`,
  tool: 'beta',
  contexts: ['agent:a'],
}));
const learned = trainRanker(index.documents, examples);

it('reads what was written, to the last weight', () => {
  const read = readRanker(writeRanker(learned));
  expect(read?.state).toEqual(learned.state);
  expect(read?.score(searchWords('kettle'))).toEqual(learned.score(searchWords('kettle')));
  expect(read?.calledIn('agent:a')).toEqual([['beta', 1]]);
});

it('does not read one of other features', () => {
  const bytes = writeRanker(learned);
  const other = Buffer.from(bytes.toString('latin1').replace(/grams-18\/\d/, 'grams-18/0'), 'latin1');
  expect(readRanker(other)).toBeUndefined();
});

it('is the same when it was trained in a thread of its own', async () => {
  const aside = await trainRankerAside(index.documents, examples, new AbortController().signal);
  expect(aside.state).toEqual(learned.state);
});

it('a training that is no longer wanted ends', async () => {
  const given = new AbortController();
  given.abort(new Error('away'));
  await expect(trainRankerAside(index.documents, examples, given.signal)).rejects.toThrow('away');
});
