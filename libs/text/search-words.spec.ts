import { searchWords } from './search-words.ts';
import { contentStems } from './stems.ts';
import cases from './search-words.cases.json' with { type: 'json' };

const tokens = (text: string) => new Set(contentStems(searchWords(text)));
const shared = (one: string, other: string) => [...tokens(one)].filter((token) => tokens(other).has(token));

describe.each(Object.entries(cases.alike))(
  'texts with the same meaning share a token (%s)',
  (_what, pairs) => {
    it.each(pairs as [string, string][])('%s | %s', (one, other) => {
      expect(shared(one, other)).not.toEqual([]);
    });
  },
);

describe('texts with different meanings share no token', () => {
  it.each(cases.different as [string, string][])('%s | %s', (one, other) => {
    expect(shared(one, other)).toEqual([]);
  });
});

it('splits an identifier into words, and leaves other text unchanged', () => {
  expect(searchWords('getHTTPResponse_v2 of theAPI')).toEqual('get http response v2 of the api'.split(' '));
  expect(searchWords('iPhone')).toEqual(['i', 'phone']);
  expect(searchWords('')).toEqual([]);
});
