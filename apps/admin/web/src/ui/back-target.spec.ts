import { MAX_VALUE_CHARACTERS, stringifySearch } from '../search-string.ts';
import { backAddressOf, nameOf, backTargetOf } from './back-target.ts';

const LIST = '/traces?org=org-a&status=error&q=a+%26+b&selected=abc';

describe('the way back', () => {
  it('leads to the previous page with its filters, through several pages', () => {
    const turn = `/turns/1${stringifySearch({ span: 'f', back: LIST })}`;
    const back = backTargetOf(turn);
    expect(back).toEqual({ to: '/turns/1', search: { span: 'f', back: LIST } });
    expect(backTargetOf(back?.search.back)).toEqual({
      to: '/traces',
      search: { org: 'org-a', status: 'error', q: 'a & b', selected: 'abc' },
    });
  });

  it('names the previous page', () =>
    expect(['/turns/1', '/tools', '/elsewhere'].map(nameOf)).toEqual([
      'the turn',
      'the tools',
      'where you came from',
    ]));

  it.each([undefined, 'https://elsewhere.example', '//elsewhere.example', '/\\elsewhere', 'traces', ''])(
    'is none for %p',
    (back) => expect(backTargetOf(back)).toBeUndefined(),
  );

  it('is short enough for a URL', () => {
    const back = `/traces?q=${'x'.repeat(MAX_VALUE_CHARACTERS - 15)}`;
    expect(backAddressOf('/turns/1', `?span=f&back=${encodeURIComponent(back)}`)).toBe('/turns/1?span=f');
    expect(backAddressOf('/traces', `?q=${'x'.repeat(MAX_VALUE_CHARACTERS)}`)).toBeUndefined();
    expect(backAddressOf('/traces', '')).toBe('/traces');
  });
});
