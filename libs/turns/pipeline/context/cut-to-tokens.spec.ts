import { countTextTokens } from '#models';
import { cutToTokens } from './cut-to-tokens.ts';

describe('text cut to a number of tokens', () => {
  it.each(['word '.repeat(2_000), 'مرحبا بالعالم '.repeat(500), 'x'.repeat(20_000), '😀'.repeat(2_000)])(
    'fits, and is most of what fits',
    async (whole) => {
      const { text, cut } = await cutToTokens(whole, 300);
      expect(cut).toBe(true);
      expect(whole.startsWith(text.replace(/\ufffd$/, ''))).toBe(true);
      const tokens = await countTextTokens(text);
      expect(tokens).toBeLessThanOrEqual(300);
      expect(tokens).toBeGreaterThan(200);
    },
  );

  it('is unchanged if it fits', async () => {
    expect(await cutToTokens('a b c', 300)).toEqual({ text: 'a b c', cut: false });
    expect((await cutToTokens('a b c', 0)).text).toBe('');
  });
});
