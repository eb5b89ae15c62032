import { isSearchFragment } from './search-fragment.ts';

it.each([
  '3 bedrooms at least, Larnaca or Limassol would be fine',
  'No more than 450k like I said',
  'Larnaca works for us too',
  'Paphos is fine, as I told you before',
  '2 bedrooms is enough',
  'under 300k if possible',
  '500k max',
  'studios or one beds under 200k',
  'only villas',
  'لارنكا أو ليماسول مناسبة لنا',
  'حتى 450 ألف كما قلت',
  'three bedrooms at least, and we have a dog',
  'two bedrooms, we have two kids',
  'i have a cat, at least 2 bedrooms',
  'ثلاث غرف على الأقل، وعندنا كلب',
])('goes on with a search: %s', (text) => expect(isSearchFragment(text)).toBe(true));

it.each([
  'is Larnaca good?',
  'is Paphos nice for families?',
  'I work in Larnaca',
  'my sister lives in Limassol',
  'could we see the first house Saturday at 10?',
  'the viewing at 10 would be fine',
  'My budget is 300k',
  'would be fine',
  'studios in Limassol under 200k',
  'show me villas',
  'Monday works for us',
  'كما قلت',
  'we have a dog',
  'we have a flat in Paphos',
  'we have two bedrooms',
  'do you have a dog?',
])('does not: %s', (text) => expect(isSearchFragment(text)).toBe(false));
