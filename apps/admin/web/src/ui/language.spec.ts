import { languageOf } from './language.ts';

it.each([
  ['أبحث عن شقة بغرفتي نوم في بافوس', 'ar'],
  ['شقة في Paphos من فضلك', 'ar'],
  ['Find a flat in Paphos', undefined],
  ['The word شقة means flat', undefined],
  ['12345', undefined],
])('the language of %p is %p', (text, expected) => expect(languageOf(text)).toBe(expected));
