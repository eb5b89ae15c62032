import fc from 'fast-check';
import { parseGuestJson } from './guest-json.ts';

describe('parseGuestJson', () => {
  it.each([
    '{"__proto__":{"a":1},"b":2}',
    '{"\\u005f_proto__":{"a":1},"b":2}',
    '{"__pro\\u0074o__":1,"b":2}',
  ])('leaves prototypes out of %s', (json) => {
    const read = parseGuestJson(json) as object;
    expect(Object.getOwnPropertyNames(read)).toEqual(['b']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('takes what is nested as deep as a text can be', () => {
    const deep = 100_000;
    expect(() => parseGuestJson(`${'['.repeat(deep)}"__proto__"${']'.repeat(deep)}`)).not.toThrow();
  });

  it('changes nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        fc.pre(!json.includes('__proto__'));
        expect(parseGuestJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });
});
