import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { countChanges, lineChanges, unifiedDifference } from './difference.ts';

const textOf = (changes: ReturnType<typeof lineChanges>, without: 'added' | 'removed') =>
  changes.filter(({ kind }) => kind !== without).map(({ line }) => line);

describe('the difference of two texts', () => {
  it('has the minimum number of lines', () => {
    const changes = lineChanges('a\nb\nc\nd\n', 'a\nc\nx\nd\n');
    expect(countChanges(changes)).toEqual({ added: 1, removed: 1 });
    expect(unifiedDifference(changes, ['v1', 'v2'])).toBe(
      '--- v1\n+++ v2\n@@ -1,4 +1,4 @@\n a\n-b\n c\n+x\n d',
    );
  });

  it('contains both texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    forAll(100, lines, lines, (before, after) => {
      const [old, fresh] = [before, after].map((part) => part.map((line) => `${line}\n`).join(''));
      const changes = lineChanges(old ?? '', fresh ?? '');
      expect(textOf(changes, 'added')).toEqual(before);
      expect(textOf(changes, 'removed')).toEqual(after);
    });
  });

  it('shows lines near a change only, and is empty without a change', () => {
    const many = Array.from({ length: 40 }, (_, line) => `${line}`);
    const shown = unifiedDifference(
      lineChanges(many.join('\n'), many.with(5, 'x').with(30, 'y').join('\n')),
      ['a', 'b'],
    );
    expect(shown.split('\n').filter((line) => line.startsWith('@@'))).toEqual([
      '@@ -3,7 +3,7 @@',
      '@@ -28,7 +28,7 @@',
    ]);
    expect(unifiedDifference(lineChanges('a\n', 'a\n'), ['a', 'b'])).toBe('');
  });

  it('is fast for texts without common lines', () => {
    const [old, fresh] = ['a', 'b'].map((letter) =>
      Array.from({ length: 20_000 }, (_, i) => letter + i).join('\n'),
    );
    expect(countChanges(lineChanges(old ?? '', fresh ?? ''))).toEqual({ added: 20_000, removed: 20_000 });
  });
});
