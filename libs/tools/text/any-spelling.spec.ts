import { anySpelling } from './any-spelling.ts';

describe('anySpelling', () => {
  it.each([
    [/أشوفها/u, 'ابي اشوفها'],
    [/^(?:أول|أين) ورشة$/u, 'اين ورشه'],
    [/شيء?/u, 'شئ'],
    [/عند[هة]/u, 'عنده'],
    [/\bflat\b|شقة/iu, 'a Flat'],
    [/على/u, 'علي'],
  ])('%s reads %s', (pattern, text) => expect(anySpelling(pattern).test(text)).toBe(true));

  it('keeps what is no letter as it is', () => {
    const pattern = anySpelling(/(?<!\p{L})\[(\d{2})\]-[^أ\]]/giu);
    expect(pattern.flags).toBe('giu');
    expect('[12]-x'.match(pattern)).toEqual(['[12]-x']);
    expect('[12]-ا'.match(pattern)).toBeNull();
  });
});
