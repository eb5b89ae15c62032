import { nearestNames } from './nearest-names.ts';

const PARAMETERS = ['from', 'to', 'state', 'limit', 'cursor', 'contact', 'agent'];

it.each([
  ['form', ['from']],
  ['fron', ['from']],
  ['too', ['to']],
  ['stat', ['state']],
  ['status', ['state']],
  ['lim', ['limit']],
  ['Contct', ['contact']],
])('finds what %s may have meant', (name, found) => {
  expect(nearestNames(name, PARAMETERS)).toEqual(found);
});

it.each(['foo', 'x', 'go', 'fo', 'bar', 'page', 'sort', 'colour', 'toString', ''])(
  'finds nothing for %j, which shares too little with any',
  (name) => {
    expect(nearestNames(name, PARAMETERS)).toEqual([]);
  },
);

it('returns the nearest first, and at most three', () => {
  expect(nearestNames('abcdef', ['abcdxy', 'abcdefg', 'fedcba', 'abcdex', 'abcde'])).toEqual([
    'abcdefg',
    'abcdex',
    'abcde',
  ]);
});
