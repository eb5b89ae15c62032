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

describe('the lowest price', () => {
  const list = '1. A (prop-0001): €1\n2. B (prop-0002): €2';
  const bargains = (text: string, replied: string[]) =>
    reply(stepFor(text, { replied }))?.includes('not on record');

  it('of a list, or of a kind of homes, is that of the cheapest', () => {
    expect(bargains('what is the lowest price', [list])).toBeUndefined();
    expect(bargains('what is the lowest price for a villa?', [])).toBeUndefined();
    expect(bargains('what is the lowest price', [])).toBeUndefined();
  });
  it('of one home, or of its owner, bargains', () => {
    expect(bargains('what is the lowest price?', ['A (prop-0001), Paphos: available.'])).toBe(true);
    expect(bargains('what is the lowest price for it?', [list])).toBe(true);
  });
});
