import fc from 'fast-check';
import { differenceLines } from './lines.ts';

describe('differenceLines', () => {
  it('keeps common lines and shows the others at their places', () => {
    expect(differenceLines('one\ntwo\nthree', 'one\n2\nthree\nfour')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
      { kind: 'same', text: 'three' },
      { kind: 'added', text: 'four' },
    ]);
  });

  it('contains every line of both texts', () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = differenceLines(before, after);
        const side = (left: 'removed' | 'added') =>
          lines.flatMap((one) => (one.kind === left ? [] : [one.text])).join('\n');
        expect(side('added')).toBe(before);
        expect(side('removed')).toBe(after);
      }),
    );
  });
});
