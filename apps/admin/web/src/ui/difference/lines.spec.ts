import fc from 'fast-check';
import { differenceLines } from './lines.ts';

describe('differenceLines', () => {
  it('keeps what both have and shows the rest where it stood', () => {
    expect(differenceLines('one\ntwo\nthree', 'one\n2\nthree\nfour')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
      { kind: 'same', text: 'three' },
      { kind: 'added', text: 'four' },
    ]);
  });

  it('says of nothing that everything was added', () => {
    expect(differenceLines('', 'a')).toEqual([{ kind: 'added', text: 'a' }]);
  });

  it('holds both texts, whatever they are', () => {
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
