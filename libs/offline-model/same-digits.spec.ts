import { withSameDigits } from './same-digits.ts';

const said = (text: string, reply: string) => withSameDigits(reply, { text, language: 'ar' });

it.each([
  // In the digits of the message, whatever the parts of the reply have.
  ['مبيعات ٢٠٢٣', '1. الريف: ٣٬٢٦٦ درهم (+8.8 %)', '١. الريف: ٣٬٢٦٦ درهم (+٨٫٨ %)'],
  ['مبيعات ٢٠٢٣', 'سنة 2023: ٩٨٥ معاملة، 1,247 درهم', 'سنة ٢٠٢٣: ٩٨٥ معاملة، ١٬٢٤٧ درهم'],
  ['ماذا تعرف عني؟', 'سجلت: «ميزانيتي ٢٥٠ ألف»، 3 غرف', 'سجلت: «ميزانيتي 250 ألف»، 3 غرف'],
  // What is named by its letters and digits stays as it is.
  ['شقق حتى ٦٠ ألف', '١. R-24-2024-06، prop-0043: 18,000 درهم', '١. R-24-2024-06، prop-0043: ١٨٬٠٠٠ درهم'],
  // One kind alone is left as it is.
  ['أقل من ٤٠٠ ألف', 'حتى 400,000 يورو', 'حتى 400,000 يورو'],
])('%s: %s', (text, reply, expected) => expect(said(text, reply)).toBe(expected));

it('leaves other languages alone', () =>
  expect(withSameDigits('٣ of 4', { text: '٣?', language: 'en' })).toBe('٣ of 4'));
