import { toldId } from './earlier-item.ts';

const said = (reply: string) => ({ text: '', calls: [], reply });
const homes = said('2 matches:\n1. Flat (prop-0070): €1\n2. Flat (prop-0061): €2');

describe('an id out of the list that was told last', () => {
  it('is picked by its place, whatever was said since', () => {
    const times = said('Free times (Asia/Nicosia):\n1. Thursday\n2. Friday\nWhich one suits?');
    expect(toldId(0, [homes, times], 'prop')).toBe('prop-0070');
    expect(toldId(1, [homes, said('Noted.')], 'prop')).toBe('prop-0061');
    expect(toldId(-1, [homes], 'prop')).toBe('prop-0061');
  });

  it('is none beyond the list, of another kind, or where nothing was listed', () => {
    expect(toldId(2, [homes], 'prop')).toBeUndefined();
    expect(toldId(0, [said('1. Deal (deal-001): open')], 'prop')).toBeUndefined();
    expect(toldId(0, [], 'prop')).toBeUndefined();
  });
});
