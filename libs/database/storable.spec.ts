import fc from 'fast-check';
import { jsonbText } from '#text';
import { forAll } from '../../test/harness/for-all.ts';

describe('text for a jsonb parameter', () => {
  it('is JSON that PostgreSQL accepts for any strings', () => {
    expect(jsonbText({ a: 'x\u0000y', '\ud800k': ['\udc00', 'ok 😀', '\\u0000', '\\\u0000'] })).toBe(
      JSON.stringify({ a: 'x\ufffdy', '\ufffdk': ['\ufffd', 'ok 😀', '\\u0000', '\\\ufffd'] }),
    );
    expect(jsonbText(undefined)).toBe('null');
  });

  it('is unchanged if all its characters can be stored (property)', () => {
    forAll(100, fc.jsonValue(), (value) => jsonbText(value) === JSON.stringify(value));
  });

  it('never contains a NUL or half a character (property)', () => {
    const units = fc.string({
      unit: fc.constantFrom('\u0000', '\ud83d', '\ude00', '\\', 'u', '0', 'd', '"'),
    });
    forAll(100, fc.array(units), (strings) => {
      const read = JSON.parse(jsonbText(strings)) as string[];
      expect(read).toEqual(strings.map((text) => text.toWellFormed().replaceAll('\u0000', '\ufffd')));
    });
  });
});
