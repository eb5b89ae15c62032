import { withDigits } from './spelled-numbers.ts';

it.each([
  ['twenty-five of us', '25 of us'],
  ['one hundred and twenty people', '120 people'],
  ['two hundred fifty-one', '251'],
  ['two hundred mails and twenty calls', '200 mails and 20 calls'],
  ['two dozen clerks', '24 clerks'],
  ['half a dozen', '6'],
  ['a couple of hours', 'a 2 hours'],
  ['hundreds of mails', 'hundreds of mails'],
  ['one of them', 'one of them'],
  ['five, twenty', '5, 20'],
  ['خمسة عشر موظفا', '15 موظفا'],
  ['مئة وعشرون موظفا', '120 موظفا'],
  ['مئة وخمسة وعشرون', '125'],
  ['ثلاث مئة وخمسين', '350'],
  ['مئتين', '200'],
  ['بثلاثة ملايين', 'ب3 ملايين'],
  ['بخمسة وعشرين ألفا', 'ب25 ألفا'],
  ['بيت في بني ياس', 'بيت في بني ياس'],
])('%s is %s', (text, said) => expect(withDigits(text)).toBe(said));
