import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { cutToSize } from './result-size.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the cut of a result', () => {
  it('does not change data that fits', () => {
    const data = { items: [1, 2, 3] };
    expect(cutToSize(data)).toEqual({ data, truncated: false, bytes: 17 });
    expect(cutToSize(undefined)).toEqual({ data: undefined, truncated: false, bytes: 0 });
  });

  it('keeps the first entries of the largest list, and counts', () => {
    const data = { note: 'n', few: [1], items: Array.from({ length: 100 }, (_, index) => `entry ${index}`) };
    const { data: cut } = cutToSize(data, 300) as { data: { items: string[]; returned: number } };
    expect(cut).toMatchObject({
      note: 'n',
      few: [1],
      truncated: true,
      available: 100,
      returned: cut.items.length,
    });
    expect(cut.items.length).toBeGreaterThan(5);
    expect(cut.items).toEqual(data.items.slice(0, cut.items.length));
  });

  it('cuts a bare list', () => {
    expect(
      cutToSize(
        Array.from({ length: 100 }, () => 'x'.repeat(10)),
        200,
      ).data,
    ).toMatchObject({ truncated: true, available: 100 });
  });

  it('returns a note if no list can be cut', () => {
    for (const data of [
      'x'.repeat(1_000),
      { text: 'x'.repeat(1_000) },
      { text: 'x'.repeat(1_000), items: [1] },
    ]) {
      expect(cutToSize(data, 300).data).toMatchObject({ truncated: true, note: expect.any(String) });
    }
  });

  it('never exceeds the limit, and keeps the order (property)', () => {
    const data = fc.oneof(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()))),
    );
    forAll(500, data, fc.integer({ min: 200, max: 2_000 }), (value, max) => {
      const { data: cut, truncated } = cutToSize(value, max);
      expect(bytes(cut)).toBeLessThanOrEqual(max);
      expect(truncated).toBe(bytes(value) > max);
    });
  });

  it('counts an entry that JSON writes as null', () => {
    expect(
      bytes(cutToSize({ items: Array.from({ length: 1_000 }, () => undefined) }, 300).data),
    ).toBeLessThanOrEqual(300);
  });

  it('cuts a list in a nested object', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ index, text: 'x'.repeat(50) }));
    const data = { source: 'a', few: [1], page: { number: 1, found: { rows } } };
    const cut = cutToSize(data, 4_000);
    const { page, ...rest } = cut.data as { page: { found: { rows: unknown[]; available: number } } };
    expect(rest).toEqual({ source: 'a', few: [1], truncated: true });
    expect(page.found).toMatchObject({ truncated: true, available: 200, returned: page.found.rows.length });
    expect(page.found.rows).toEqual(rows.slice(0, page.found.rows.length));
    expect(page.found.rows.length).toBeGreaterThan(40);
    expect(Buffer.byteLength(JSON.stringify(cut.data))).toBeLessThanOrEqual(4_000);
  });
});
