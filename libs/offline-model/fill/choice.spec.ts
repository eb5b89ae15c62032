import { normalizedWords } from '#text';
import { findChoices } from './choice.ts';

const KINDS = { Apartment: ['flat', 'شقة'], Villa: ['فيلا'], House: [] };
const chosen = (text: string) => findChoices(normalizedWords(text), KINDS);

it.each([
  ['an apartment please', ['Apartment']],
  ['not an apartment please', []],
  ['anything but a flat', []],
  ['no flat, a villa', ['Villa']],
  ['a flat, not the flat that I saw', ['Apartment']],
  ['small but an apartment', ['Apartment']],
  ['not only a house', ['House']],
  ['غير شقة', []],
  ['فيلا مو شقة', ['Villa']],
])('%s names %j', (text, values) => expect(chosen(text)).toEqual(values));
