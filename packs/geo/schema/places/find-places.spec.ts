import { findPlaces, hasPlaceCue } from './find-places.ts';
import cases from './find-places.cases.json' with { type: 'json' };

const written = (text: string) => findPlaces(text).map((mention) => mention.written);

it.each(cases as [string, string[]][])('finds the places in %j', (text, expected) => {
  expect(written(text)).toEqual(expected);
});

it.each([
  ['Do you have data for Atlantis?', true],
  ['Yass', true],
  ['للريم', true],
  ['هل توجد بيانات بالجزيرة', true],
  ['thanks', false],
])('sees whether %j names a place', (text, expected) => {
  expect(hasPlaceCue(text)).toBe(expected);
});
