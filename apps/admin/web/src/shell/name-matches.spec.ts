import { namesWith } from './name-matches.ts';

const TOOLS = ['list_properties', 'properties_near', 'search_properties', 'sendMail'];

it('finds a name by a part of it, those first that begin with it', () => {
  expect(namesWith('properties', TOOLS)).toEqual(['properties_near', 'list_properties', 'search_properties']);
  expect(namesWith('sendm', TOOLS)).toEqual(['sendMail']);
  expect(namesWith('nothing', TOOLS)).toEqual([]);
});

it('takes words as people write them', () => {
  expect(namesWith('search prop', TOOLS)).toEqual(['search_properties']);
});

it('leaves room for others', () => {
  expect(
    namesWith(
      'a',
      Array.from({ length: 20 }, (_, index) => `a${index}`),
    ),
  ).toHaveLength(8);
});
