import fc from 'fast-check';
import { forAll } from '../../test/harness/for-all.ts';
import { parseGuestJson } from './guest-json.ts';

describe('parseGuestJson', () => {
  it.each([
    '{"__proto__":{"a":1},"b":2}',
    '{"\\u005f_proto__":{"a":1},"b":2}',
    '{"__pro\\u0074o__":1,"b":2}',
    '{"\\u005F\\u005fprot\\u006F__":{"a":1},"b":2}',
    '{"\\u005f\\u005f\\u0070\\u0072\\u006f\\u0074\\u006f\\u005f\\u005f":1,"b":2}',
  ])('removes __proto__ from %s', (json) => {
    const read = parseGuestJson(json) as object;
    expect(Object.getOwnPropertyNames(read)).toEqual(['b']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it.each([
    ['in lists', '{"b":[[{"__proto__":{"a":1}}]]}', '{"b":[[{}]]}'],
    ['that are nested', '{"b":{"c":1,"__proto__":{"__proto__":2}}}', '{"b":{"c":1}}'],
    ['but not strings', '["__proto__","\\u005f_proto__"]', '["__proto__","__proto__"]'],
  ])('removes __proto__ members %s', (_where, json, left) => {
    expect(JSON.stringify(parseGuestJson(json))).toBe(left);
  });

  it('accepts any depth of nesting', () => {
    const deep = 100_000;
    expect(() => parseGuestJson(`${'['.repeat(deep)}"__proto__"${']'.repeat(deep)}`)).not.toThrow();
  });

  it('changes nothing else', () => {
    forAll(100, fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      fc.pre(!json.includes('__proto__'));
      expect(parseGuestJson(json)).toEqual(JSON.parse(json));
    });
  });
});
