import { lexemesOf, stem } from './lexemes.ts';

describe('stems', () => {
  it.each([
    [['view', 'views'], 'view'],
    [['enjoy', 'enjoys', 'enjoyed', 'enjoying'], 'enjoy'],
    [['move', 'moves', 'moved', 'moving'], 'mov'],
    [['sell', 'sells', 'selling'], 'sell'],
    [['party', 'parties'], 'party'],
    [['beach', 'beaches'], 'beach'],
    [['طابق', 'الطابق', 'بالطابق'], 'طابق'],
    [['شقه', 'الشقه'], 'شقه'],
  ])('%j', (words, expected) => expect(words.map(stem)).toEqual(words.map(() => expected)));

  it('omits function words and repetitions', () => {
    expect(lexemesOf("The client's views: which view does she enjoy?")).toEqual(['client', 'view', 'enjoy']);
    expect(lexemesOf('ما هو الطابق الذي يُفضّله العميل؟')).toEqual(['طابق', 'يفضل', 'عميل']);
  });
});
