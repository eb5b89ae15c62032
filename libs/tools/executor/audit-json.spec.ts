import { auditJson, auditResult } from './audit-json.ts';

const KIB = 1024;
const read = (json: string) => JSON.parse(json) as Record<string, unknown>;

describe('the content of an audit row', () => {
  it('has arguments without secrets, cut if they are large', () => {
    expect(read(auditJson({ text: 'hi', password: 'hunter2' }))).toEqual({
      text: 'hi',
      password: '[redacted]',
    });
    for (const letter of ['x', '"', 'ع']) {
      const cut = auditJson({ text: letter.repeat(200 * KIB) });
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(64 * KIB);
      expect(read(cut)).toEqual({
        cut: true,
        bytes: expect.any(Number),
        start: expect.stringMatching(/^\{"text":/),
      });
    }
  });

  it('has a small result unchanged', () => {
    const { result, whole } = auditResult({ success: true, data: 'cut' }, { token: 'abc', n: 1 });
    expect([read(result), whole]).toEqual([{ success: true, data: { token: '[redacted]', n: 1 } }, null]);
  });

  it('has the full larger result beside its first entries, however many there are', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index, secret: 'x' }));
    const { result, whole } = auditResult({ success: true }, { items });
    expect(Buffer.byteLength(result)).toBeLessThanOrEqual(64 * KIB);
    expect(read(result)).toMatchObject({ success: true, data: { truncated: true, available: 20_000 } });
    const kept = read(whole ?? '').data as { items: unknown[] };
    expect(kept.items).toHaveLength(20_000);
    expect(kept.items.at(-1)).toEqual({ index: 19_999, secret: '[redacted]' });
  });

  it('has only the start of a result beyond 8 MiB', () => {
    const { result, whole } = auditResult({ success: true }, { text: 'x'.repeat(9 * KIB * KIB) });
    expect(Buffer.byteLength(whole ?? '')).toBeLessThanOrEqual(8 * KIB * KIB);
    expect(read(whole ?? '')).toMatchObject({ cut: true, bytes: expect.any(Number) });
    expect(read(result).data).toMatchObject({ truncated: true });
  });

  it('has the error text of a failure, cut if it is large', () => {
    const failure = { success: false, error: 'No. '.repeat(50 * KIB), errorClass: 'INTERNAL' as const };
    const { result } = auditResult(failure, undefined);
    expect(Buffer.byteLength(result)).toBeLessThanOrEqual(64 * KIB);
    expect(read(result)).toMatchObject({ success: false, errorClass: 'INTERNAL' });
  });
});
