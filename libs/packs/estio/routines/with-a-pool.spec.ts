import { callsOf, made } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../testing/routine-turn.fixture.ts';

describe('a pool', () => {
  const earlier = [made('search_properties', { district: 'Paphos' })];
  const looksFor = (text: string) => callsOf(stepFor(text, { earlier })).length > 0;

  it.each(['any with a pool?', 'هل يوجد شيء بمسبح؟', 'بمسبح'])('%s is looked for', (text) =>
    expect(looksFor(text)).toBe(true),
  );
  it('is only spoken of', () => expect(looksFor('المسبح نظيف')).toBe(false));
});
