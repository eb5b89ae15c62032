import { searchWords } from '#text';
import { IndexCache } from '../index/index-cache.ts';
import { trainRanker } from '../learning/train-ranker.ts';
import { trainRankerInThread } from '../learning/train-ranker-in-thread.ts';
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

it('reads every weight that was written', () => {
  const read = readRanker(writeRanker(learned));
  expect(read?.state).toEqual(learned.state);
  expect(read?.score(searchWords('kettle'))).toEqual(learned.score(searchWords('kettle')));
  expect(read?.calledIn('agent:a')).toEqual([['beta', 1]]);
});

it('does not read a ranker of other features', () => {
  const bytes = writeRanker(learned);
  const other = Buffer.from(bytes.toString('latin1').replace(/grams-18\/\d/, 'grams-18/0'), 'latin1');
  expect(readRanker(other)).toBeUndefined();
});

it('is the same when trained in a separate thread', async () => {
  const threaded = await trainRankerInThread(index.documents, examples, new AbortController().signal);
  expect(threaded.state).toEqual(learned.state);
});

it('an aborted training ends', async () => {
  const given = new AbortController();
  given.abort(new Error('away'));
  await expect(trainRankerInThread(index.documents, examples, given.signal)).rejects.toThrow('away');
});
