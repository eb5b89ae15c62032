import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { workMs } from '../../../test/harness/work-ms.ts';
import { maskPersonalData, SpanTextPolicies, withTextPolicy } from './span-text-policies.ts';
import { spanRow } from '../testing/span.fixture.ts';
import { MAX_TEXT_BYTES, storableText } from './storable-text.ts';

describe('storableText', () => {
  it.each(['a', 'θ', 'ع', '€', '😀'])('cuts %s to whole characters within the limit', (character) => {
    const cut = storableText(character.repeat(MAX_TEXT_BYTES));
    const bytes = Buffer.byteLength(cut);
    expect(bytes).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(bytes).toBeGreaterThan(MAX_TEXT_BYTES - 4);
    expect(cut.replaceAll(character, '')).toBe('');
  });

  it('keeps no part of a secret at the cut, at any position of the cut', () => {
    const secret = `sk-${'S'.repeat(40)}`;
    forAll(100, fc.nat(3_000), fc.nat(60), (before, count) => {
      const text = `${'a '.repeat(before)}${`${secret} `.repeat(count)}${'b '.repeat(3_000)}`;
      expect(storableText(text, 2_000)).not.toContain('SSS');
    });
  });

  it('reads no more of a huge text than it keeps', async () => {
    const store = () => storableText('password=x '.repeat(5_000_000));
    expect(await workMs(store, 5_000)).toBeLessThan(5_000);
  });
});

describe('texts of spans', () => {
  const row = spanRow({
    prompt: 'Ask a@b.com.',
    input: 'write to maria.k@example.com.cy or +357 99 123456',
    toolCalls: [{ arguments: { phone: '0035799123456', price: 250000 } }],
    attributes: { note: 'a@b.com' },
  });

  it('are masked', () => {
    const masked = withTextPolicy(row, 'mask');
    expect(masked.input).toBe('write to [e-mail] or [phone]');
    expect(masked.prompt).toBe('Ask [e-mail].');
    expect(masked.toolCalls).toEqual([{ arguments: { phone: '[phone]', price: 250000 } }]);
    expect(masked.attributes).toEqual({ note: '[e-mail]' });
    expect(withTextPolicy(row, 'store')).toBe(row);
  });

  it('are omitted', () => {
    expect(withTextPolicy(row, 'omit')).toMatchObject({
      prompt: null,
      input: null,
      output: null,
      toolCalls: null,
      name: 'turn',
      latencyMs: 12.5,
    });
  });

  it('keep ids, prices, dates and decimals if masked', () => {
    for (const text of [
      'prop-0112 for 250000',
      '2026-03-02T09:00:00.123456Z',
      '0.123456789',
      '01890a5d-ac96-774b-bcce-b302099a8057',
    ]) {
      expect(maskPersonalData(text)).toBe(text);
    }
  });

  it('are stored while no policy is registered', async () => {
    const policies = new SpanTextPolicies();
    expect(await policies.of('a')).toBe('store');
    policies.use(async (orgId) => (orgId === 'a' ? 'omit' : 'mask'));
    expect([await policies.of('a'), await policies.of('b')]).toEqual(['omit', 'mask']);
  });
});
