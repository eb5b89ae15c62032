import { detectLanguage } from './language.ts';

describe('detectLanguage', () => {
  it.each([
    ['Any flats in Paphos?', 'en'],
    ['أريد شقة للبيع', 'ar'],
    ['أريد فيلا في Coral Bay', 'ar'],
    ['The contact is called عمر, please mail him', 'en'],
    ['Ψάχνω διαμέρισμα στην Πάφο', 'el'],
    ['Ищу квартиру в Лимассоле', 'ru'],
    ['東京のマンション', 'ja'],
    ['公寓', 'zh'],
    ['https://example.com/listings/for-sale شقة', 'ar'],
    ['12345 !?', 'en'],
    ['', 'en'],
  ])('%j is %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
});
