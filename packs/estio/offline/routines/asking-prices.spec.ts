import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

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

describe('a sum that the owner might take', () => {
  it.each([
    'is that price negotiable? would they take 400?',
    'would they take 400k for it?',
    'Would the owner accept €380,000?',
    'do you think they would settle for 350 thousand',
    'would they accept 380k for prop-0167?',
    'هل يقبل المالك 380 ألف؟',
    'هل يقبلون بـ ٣٨٠ ألف يورو؟',
    'ممكن يقبل ب 400 ألف؟',
  ])('%s is put to them by the office', (text) =>
    expect(reply(stepFor(text, { replied: ['1. A (prop-0001): €1\n2. B (prop-0002): €2'] }))).toMatch(
      /office puts an offer to the owner|ينقله المكتب إلى المالك/,
    ),
  );

  it('asks for the home only where several were told of', () => {
    const ofOne = stepFor('would they take 400k?', { replied: ['A (prop-0001), Paphos: available.'] });
    expect(reply(ofOne)).not.toContain('which home');
    expect(reply(stepFor('would they take 400k?'))).toContain('which home');
    expect(reply(stepFor('would they take 400k for prop-0002?'))).not.toContain('which home');
  });

  it.each([
    'would they accept 2 dogs?',
    'do they take 20% down?',
    'would they take 120 days to answer?',
    'would they accept 100 percent cash?',
    'would they take 400k on deal-002?',
    'does it take 400 m to the beach?',
    'I would take 400 m2 of garden',
    'هل يقبل المالك 6 أشهر؟',
  ])('%s proposes none', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(/that sum|هذا المبلغ/));

  it('the price of one that is named bargains as any', () =>
    expect(reply(stepFor('is the price of prop-0043 negotiable?'))).toContain('not on record'));
});

it.each(['can I offer 400k for it?', 'could we offer the owner €380,000', 'I would like to offer less'])(
  '%s: an offer goes through the office',
  (text) => expect(reply(stepFor(text))).toContain('Offers are put to the owner by the office'),
);
it.each(['can I offer 20% down?', 'what can you offer under 400k?', 'what do you want to offer me?'])(
  '%s is none',
  (text) => expect(reply(stepFor(text)) ?? '').not.toContain('Offers are put'),
);
