import fc from 'fast-check';
import { jsonbText } from '#text';

describe('text for a jsonb parameter', () => {
  it('is JSON that PostgreSQL accepts for any strings', () => {
    expect(jsonbText({ a: 'x\u0000y', '\ud800k': ['\udc00', 'ok 😀', '\\u0000', '\\\u0000'] })).toBe(
      JSON.stringify({ a: 'x\ufffdy', '\ufffdk': ['\ufffd', 'ok 😀', '\\u0000', '\\\ufffd'] }),
    );
    expect(jsonbText(undefined)).toBe('null');
  });

  it('is unchanged if all its characters can be stored (property)', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonbText(value) === JSON.stringify(value)));
  });

  it('never contains a NUL or half a character (property)', () => {
    const units = fc.string({
      unit: fc.constantFrom('\u0000', '\ud83d', '\ude00', '\\', 'u', '0', 'd', '"'),
    });
    fc.assert(
      fc.property(fc.array(units), (strings) => {
        const read = JSON.parse(jsonbText(strings)) as string[];
        expect(read).toEqual(strings.map((text) => text.toWellFormed().replaceAll('\u0000', '\ufffd')));
      }),
    );
  });
});
