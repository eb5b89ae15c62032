import { workMs } from '../../test/harness/work-ms.ts';
import { detectLanguage, detectLanguageAfter, languagesOf } from './language.ts';

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

describe('the languages of several texts', () => {
  it.each([
    [
      ['Find a flat', 'ابحث عن شقة'],
      ['ar', 'en'],
    ],
    [['Books a viewing for somebody. حجز معاينة.'], ['ar', 'en']],
    [['The name عمر is kept as it is written'], ['en']],
    [['Найти квартиру\nΨάχνω σπίτι'], ['el', 'ru']],
    [['12', ' ', ''], []],
  ])('%j: %j', (texts, languages) => {
    expect(languagesOf(texts)).toEqual(languages);
  });
});

describe('the language of a message after others', () => {
  it.each([
    ['10', ['كم ساعة؟'], 'ar'],
    ['prop-0043', ['مرحبا', '12:30'], 'ar'],
    ['250k', ['مرحبا', 'Hello'], 'en'],
    ['ok', ['مرحبا'], 'en'],
    ['نعم', ['Hello'], 'ar'],
    ['42', [], 'en'],
  ])('%s after %j is %s', (text, before, language) => {
    expect(detectLanguageAfter(text, before)).toBe(language);
  });

  it.each(['.', 'x', '1', '@', 'http://', 'a1 '])(
    'is told soon after long messages of "%s"',
    async (words) => {
      const long = words.repeat(32_000 / words.length);
      const read = () => detectLanguageAfter(long, Array(200).fill(long));
      // A pattern that visits a word more than once would take minutes.
      expect(await workMs(read, 2_000)).toBeLessThan(2_000);
    },
  );
});
