import { MAX_SEARCH_CHARACTERS } from '#contracts/console';
import { parseSearch, stringifySearch } from '../search-string.ts';
import { filtersOf, isNarrowed, parseListSearch, parseTurnSearch } from './turn-search.ts';

const TURN_ID = '019abcde-0000-7000-8000-0123456789ab';

it('writes a search to the URL and reads it back unchanged, as plain text', () => {
  const search = {
    org: 'demo',
    state: 'failed',
    agent: 'estio/searcher',
    channel: 'chat',
    q: '2 غرف & 100%',
    selected: TURN_ID,
  };
  const address = stringifySearch(search);
  expect(address).toContain('state=failed');
  expect(parseListSearch(parseSearch(address))).toEqual(search);
});

it('omits invalid filters, but not an org, and keeps the rest, such as digits as text', () => {
  expect(parseListSearch(parseSearch('?state=lost&channel=voice&selected=1&q=&unknown=1'))).toEqual({
    channel: 'voice',
  });
  expect(parseListSearch(parseSearch('?q=123&org=../x'))).toEqual({ q: '123', org: '../x' });
});

it('keeps a search that is too long, so that the server reports it', () => {
  const { q } = parseListSearch({ q: 'x'.repeat(3_000) });
  expect(q?.length).toBeGreaterThan(MAX_SEARCH_CHARACTERS);
});

it('does not carry the selection of one page to another', () => {
  expect(parseTurnSearch({ state: 'failed', selected: TURN_ID, span: '0123456789abcdef' })).toEqual({
    state: 'failed',
    span: '0123456789abcdef',
  });
  expect(filtersOf(parseListSearch({ org: 'demo', selected: TURN_ID }))).toEqual({ org: 'demo' });
});

it('counts everything but the org as a filter', () => {
  expect(isNarrowed({ org: 'demo' })).toBe(false);
  expect(isNarrowed({ org: 'demo', q: 'sea' })).toBe(true);
});

it('writes no empty values', () => {
  expect(stringifySearch({ q: '', state: undefined })).toBe('');
});
