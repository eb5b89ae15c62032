import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../testing/routine-turn.fixture.ts';

it.each([
  'what is your lowest price?',
  'is the price negotiable?',
  'any discount?',
  'هل السعر قابل للتفاوض؟',
])('%s bargains', (text) => expect(reply(stepFor(text))).toMatch(/is not on record|ليس في السجل/));

it.each(['show me the flats with the lowest price', 'sort by lowest price', 'I have a discount store'])(
  '%s does not',
  (text) => expect(stepFor(text)).toBeUndefined(),
);
