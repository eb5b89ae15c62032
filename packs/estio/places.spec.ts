import { canonicalPlace, cyprus, nearestPlaces } from './places.ts';

describe('places of Cyprus', () => {
  it('are five districts and their 31 areas, each spelling of one place only', () => {
    expect(cyprus).toHaveLength(5 + 31);
    const spellings = cyprus.flatMap(({ name, spellings: others }) => [name, ...others]);
    expect(new Set(spellings.map((spelling) => spelling.toLowerCase())).size).toBe(spellings.length);
  });

  it.each([
    ['Pafos', 'Paphos'],
    ['بافوس', 'Paphos'],
    ['Λεμεσός', 'Limassol'],
    ['LEMESOS', 'Limassol'],
    ['لارناكا', 'Larnaca'],
    ['Lefkosia', 'Nicosia'],
    ['فاماغوستا', 'Famagusta'],
    ['آيا نابا', 'Ayia Napa'],
    ['Kato Pafos', 'Kato Paphos'],
    ['yermasoyia', 'Germasogeia'],
    ['Paphos district', 'Paphos'],
    ['منطقة ليماسول', 'Limassol'],
  ])('%s is %s', (text, name) => expect(canonicalPlace(text)).toBe(name));

  it('suggest the nearest names for an unknown one', () => {
    expect(canonicalPlace('Limasol')).toBeUndefined();
    expect(nearestPlaces('Limasol')[0]).toBe('Limassol');
    expect(nearestPlaces('Protras')[0]).toBe('Protaras');
    expect(nearestPlaces('')).toHaveLength(3);
  });
});
