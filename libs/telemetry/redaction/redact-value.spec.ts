import fc from 'fast-check';
import { REDACTED } from '#text';
import { forAll } from '../../../test/harness/for-all.ts';
import { redact } from './redact-value.ts';

describe('redact', () => {
  it('replaces the values of secret names at any depth and nothing else', () => {
    const value = {
      a: [{ password: 'x', keep: 'y' }],
      credentials: { user: 'u' },
      hasPassword: true,
      n: 1.5,
      at: new Date(0),
    };
    expect(redact(value)).toEqual({
      a: [{ password: REDACTED, keep: 'y' }],
      credentials: REDACTED,
      hasPassword: true,
      n: 1.5,
      at: new Date(0),
    });
    expect(value.a[0]?.password).toBe('x');
  });

  it('replaces values without a JSON form by placeholders', () => {
    const circular: Record<string, unknown> = {
      big: 10n,
      bytes: Buffer.from('abc'),
      map: new Map([['token', 1]]),
      set: new Set([1]),
    };
    circular.self = circular;
    expect(redact(circular)).toEqual({
      big: '10',
      bytes: '[3 bytes]',
      map: { token: REDACTED },
      set: [1],
      self: '[circular]',
    });
    expect(redact(new Error('Bearer abcdefghijkl'))).toMatchObject({
      name: 'Error',
      message: 'Bearer [redacted]',
    });
    expect(
      redact({
        get broken() {
          throw new Error('no');
        },
      }),
    ).toEqual({ broken: '[unreadable]' });
  });

  it('redacts card numbers that are numbers', () => {
    expect(redact({ card: 4111111111111111, count: 4111111111111112 })).toEqual({
      card: REDACTED,
      count: 4111111111111112,
    });
  });

  it('returns a value that can be stored as JSON for any input', () => {
    forAll(
      500,
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withNullPrototype: true,
      }),
      (value) => {
        const text = JSON.stringify(redact(value)) ?? 'null';
        expect(text.includes('\\u0000') || !text.isWellFormed()).toBe(false);
      },
    );
  });
});
