import fc from 'fast-check';
import { z } from 'zod';
import { forAll } from '../../../test/harness/for-all.ts';
import { CursorError, cursorCodec, momentCursor, toPage } from './page.ts';

describe('cursors', () => {
  it('are decoded to their position, and are safe in a URL', () => {
    const days = fc.date({ min: new Date(0), max: new Date('9998-12-31'), noInvalidDate: true });
    forAll(100, days, fc.uuid(), (at, id) => {
      const cursor = momentCursor.encode([at, id]);
      expect(cursor).toBe(encodeURIComponent(cursor));
      expect(momentCursor.decode(cursor)).toEqual([at, id]);
    });
  });

  it('can contain text of any script', () => {
    const texts = cursorCodec(z.tuple([z.string()]));
    expect(texts.decode(texts.encode(['order شقة 1']))).toEqual(['order شقة 1']);
  });

  it('are rejected if the server has not issued them', () => {
    forAll(100, fc.string({ unit: 'binary' }), (text) => {
      expect(() => momentCursor.decode(text)).toThrow(CursorError);
    });
    const numbers = cursorCodec(z.tuple([z.number().int().max(10)]));
    expect(numbers.decode(numbers.encode([10]))).toEqual([10]);
    for (const content of ['[11]', '[1,2]', '["1"]', '{}', 'null', '[1.5]'])
      expect(() => numbers.decode(btoa(content))).toThrow(CursorError);
    expect(() => momentCursor.decode(numbers.encode([1]))).toThrow(CursorError);
  });
});

describe('a page', () => {
  const page = (rows: number[], limit: number) => toPage(rows, limit, String, (row) => row * 10);

  it('has a next page only if another row follows', () => {
    expect(page([1, 2, 3], 2)).toEqual({ items: [10, 20], nextCursor: '2' });
    expect(page([1, 2], 2)).toEqual({ items: [10, 20], nextCursor: null });
    expect(page([], 2)).toEqual({ items: [], nextCursor: null });
  });
});
