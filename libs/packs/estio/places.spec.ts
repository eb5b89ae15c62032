import { normalizedWords } from '#tools';
import { canonicalPlace, cyprus, nearestPlaces, placesIn } from './places.ts';

const inMessage = (text: string) => placesIn(normalizedWords(text));

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

  it('suggest the nearest names for what is none', () => {
    expect(canonicalPlace('Limasol')).toBeUndefined();
    expect(nearestPlaces('Limasol')[0]).toBe('Limassol');
    expect(nearestPlaces('Protras')[0]).toBe('Protaras');
    expect(nearestPlaces('')).toHaveLength(3);
  });

  it('are found in messages, the longest name first', () => {
    expect(inMessage('Kato Paphos or Coral Bay, maybe Limassol')).toEqual([
      'Kato Paphos',
      'Coral Bay',
      'Limassol',
    ]);
    expect(inMessage('شقة في كاتو بافوس أو بليماسول')).toEqual(['Kato Paphos', 'Limassol']);
    expect(inMessage('no place at all')).toEqual([]);
  });
});
