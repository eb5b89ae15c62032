import { namesWith } from './name-matches.ts';

const TOOLS = ['list_properties', 'properties_near', 'search_properties', 'sendMail'];

it('finds names by a part, those that begin with it first', () => {
  expect(namesWith('properties', TOOLS)).toEqual(['properties_near', 'list_properties', 'search_properties']);
  expect(namesWith('sendm', TOOLS)).toEqual(['sendMail']);
  expect(namesWith('nothing', TOOLS)).toEqual([]);
});

it('matches words separated by spaces', () => {
  expect(namesWith('search prop', TOOLS)).toEqual(['search_properties']);
});

it('returns at most eight names', () => {
  expect(
    namesWith(
      'a',
      Array.from({ length: 20 }, (_, index) => `a${index}`),
    ),
  ).toHaveLength(8);
});
