import { passesLuhn, refusedContent } from './refused-content.ts';

describe('content that is not stored in memory', () => {
  it.each([
    ['Her card is 4111 1111 1111 1111', 'a card number'],
    ['pays with 5500-0000-0000-0004, exp 12/27', 'a card number'],
    ['بطاقتها ٤١١١١١١١١١١١١١١١', 'a card number'],
    ['Amex 378282246310005.', 'a card number'],
    ['Passport number is K01234567', 'an identity number'],
    ['passport: AB 1234567', 'an identity number'],
    ['Identity card no. 654321', 'an identity number'],
    ['رقم الهوية 784123456', 'an identity number'],
    ['784-1987-1234567-1', 'an identity number'],
    ['SSN 078-05-1120', 'an identity number'],
  ])('%s: %s', (text, refused) => expect(refusedContent(text)).toBe(refused));

  it.each([
    'Budget between 250000 and 300000',
    'Call +357 99 000015 after five',
    'Call 00357 99 123456 after five',
    '4111 1111 1111 1112',
    'Wants 3 bedrooms, 120 m², near 12 Orchard Lane',
    'Waits for the new passport',
    'Interested in prop-0112 and prop-0115 of CY-PA-0112',
  ])('keeps: %s', (text) => expect(refusedContent(text)).toBeUndefined());

  it('knows the check digit', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(passesLuhn('79927398710')).toBe(false);
  });
});
