import fc from 'fast-check';
import { z } from 'zod';
import { CursorError, cursorCodec, momentCursor, toPage } from './page.ts';

describe('cursors', () => {
  it('lead back to the place that they stand for, and are safe in an address', () => {
    const days = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, fc.uuid(), (at, id) => {
        const cursor = momentCursor.encode([at, id]);
        expect(cursor).toBe(encodeURIComponent(cursor));
        expect(momentCursor.decode(cursor)).toEqual([at, id]);
      }),
    );
  });

  it('hold texts of any script', () => {
    const texts = cursorCodec(z.tuple([z.string()]));
    expect(texts.decode(texts.encode(['order شقة 1']))).toEqual(['order شقة 1']);
  });

  it('that nobody gave out are refused, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => momentCursor.decode(text)).toThrow(CursorError);
      }),
    );
    const numbers = cursorCodec(z.tuple([z.number().int().max(10)]));
    expect(numbers.decode(numbers.encode([10]))).toEqual([10]);
    for (const content of ['[11]', '[1,2]', '["1"]', '{}', 'null', '[1.5]'])
      expect(() => numbers.decode(btoa(content))).toThrow(CursorError);
    expect(() => momentCursor.decode(numbers.encode([1]))).toThrow(CursorError);
  });
});

describe('a page', () => {
  const page = (rows: number[], limit: number) => toPage(rows, limit, String, (row) => row * 10);

  it('has a next one only when there is a row beyond it', () => {
    expect(page([1, 2, 3], 2)).toEqual({ items: [10, 20], nextCursor: '2' });
    expect(page([1, 2], 2)).toEqual({ items: [10, 20], nextCursor: null });
    expect(page([], 2)).toEqual({ items: [], nextCursor: null });
  });
});
