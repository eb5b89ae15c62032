import { DatabaseUnavailableError } from './database.errors.ts';
import { outagePauseMs } from './outage.ts';

const gone = new DatabaseUnavailableError(new Error('gone'));
const other = new Error('a defect');

it.each([
  ['one part', gone, true],
  ['every part, and parts of these', new AggregateError([gone, new AggregateError([gone, gone])]), true],
  ['some parts only', new AggregateError([gone, other]), false],
  ['no part', new AggregateError([]), false],
  ['something else', other, false],
])('work waits for a database that is away from %s: %s', (_which, error, waits) => {
  expect(outagePauseMs(error, 0) !== undefined).toBe(waits);
});
