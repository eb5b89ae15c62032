import { titleName } from './wording.ts';

describe('titles of listings in Arabic', () => {
  it.each([
    ['1-bedroom apartment in Kato Paphos', 'شقة بغرفة نوم واحدة في كاتو بافوس'],
    ['5-bedroom villa in Coral Bay', 'فيلا بـ5 غرف نوم في كورال باي'],
    ['Studio in Tala', 'استوديو في تالا'],
    ['Omar Haddad: 2-bedroom townhouse in Zakaki', 'Omar Haddad: تاون هاوس بغرفتي نوم في زاكاكي'],
    ['Sunny home with a garden', 'Sunny home with a garden'],
    ['2-bedroom house in Atlantis', '2-bedroom house in Atlantis'],
  ])('%s', (title, arabic) => {
    expect(titleName(title, 'ar')).toBe(arabic);
    expect(titleName(title, 'en')).toBe(title);
  });
});
