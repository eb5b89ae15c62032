import { knownMatcher as matcher } from './known-places.ts';
import cases from './place-matcher.cases.json' with { type: 'json' };

const resolved = (text: string) => matcher.resolve(text).best?.place.nameEn;

describe('the matching of place names', () => {
  it.each(cases as [string, string[]][])('finds %s', (name, spellings) => {
    expect(spellings.map((text) => [text, resolved(text)])).toEqual(spellings.map((text) => [text, name]));
  });

  it.each([
    ['مدينة زايد', ['Madinat Zayed', 'Zayed City']],
    ['Zayed', ['Madinat Zayed', 'Zayed City']],
    ['Tawiya', ['Al Towayya']],
    ['Rheem', ['Al Reem Island']],
    ['Yaz Island', ['Yas Island']],
  ])('returns options for %s', (text, options) => {
    const { status, matches } = matcher.resolve(text);
    expect([
      status,
      matches.filter(({ place }) => place.type === 'district').map(({ place }) => place.nameEn),
    ]).toEqual(['ambiguous', options]);
  });

  it('distinguishes two places with one name by their municipality', () => {
    const { best } = matcher.resolve('مدينة زايد', { municipality: 'Al Dhafra' });
    expect(best?.place.nameEn).toBe('Madinat Zayed');
  });

  it('respects the requested type', () => {
    expect(matcher.resolve('Reem', { type: 'municipality' }).status).toBe('not_found');
    expect(matcher.resolve('Abu Dhabi', { type: 'district' }).status).toBe('not_found');
  });

  it.each(['Dubai Marina', 'دبي مارينا', 'Atlantis', "x' OR 1=1 --", 'the', '!!', 'city', ''])(
    'knows no %j',
    (text) => {
      expect(matcher.resolve(text)).toEqual({ status: 'not_found', best: null, matches: [] });
    },
  );

  it('reports the kind of match', () => {
    const by = (text: string) => matcher.resolve(text).best?.matchedBy;
    expect(['yas island', 'yas', 'yass', 'Khaldiya'].map(by)).toEqual(['exact', 'core', 'translit', 'fuzzy']);
  });
});
