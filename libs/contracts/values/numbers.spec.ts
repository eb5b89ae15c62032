import { z } from 'zod';
import { decimalNumber, wholeNumber } from '../index.ts';

const said = (schema: z.ZodType, text: unknown) => {
  const { success, data, error } = schema.safeParse(text);
  return success ? data : error.issues.map(({ message }) => message).join('; ');
};

describe('a number in a URL', () => {
  const whole = wholeNumber(0, 200).optional();
  const decimal = decimalNumber(0, 25).optional();

  it.each(['', ' ', '0x10', '1e1', ' 5', '5 ', '+5', '5.', '.5', '1_0', '٥', 'Infinity', 'x', ['1', '2']])(
    'is not %j',
    (text) => {
      expect(said(whole, text)).toBe('expected a whole number');
      expect(said(decimal, text)).toBe('expected a number');
    },
  );

  it('is written in decimal digits', () => {
    expect(said(whole, '0')).toBe(0);
    expect(said(whole, '200')).toBe(200);
    expect(said(decimal, '2.50')).toBe(2.5);
    expect(said(decimal, '25')).toBe(25);
    expect(said(whole, undefined)).toBeUndefined();
  });

  it('names its bounds in errors', () => {
    expect(said(whole, '-1')).toBe('expected at least 0');
    expect(said(whole, '201')).toBe('expected at most 200');
    expect(said(whole, '2.5')).toBe('expected a whole number');
    expect(said(decimal, '25.01')).toBe('expected at most 25');
  });

  it('is documented as a number with its bounds', () => {
    const { properties } = z.toJSONSchema(z.object({ whole, decimal }), { io: 'input' });
    expect(properties).toEqual({
      whole: { type: 'integer', minimum: 0, maximum: 200 },
      decimal: { type: 'number', minimum: 0, maximum: 25 },
    });
  });
});
