import { anySpelling } from './any-spelling.ts';

describe('anySpelling', () => {
  it.each([
    [/أشوفها/u, 'ابي اشوفها'],
    [/^(?:أول|أين) ورشة$/u, 'اين ورشه'],
    [/شيء?/u, 'شئ'],
    [/عند[هة]/u, 'عنده'],
    [/\bflat\b|شقة/iu, 'a Flat'],
    [/على/u, 'علي'],
  ])('%s reads %s', (pattern, text) => expect(anySpelling(pattern).test(text)).toBe(true));

  it('does not change characters other than letters', () => {
    const pattern = anySpelling(/(?<!\p{L})\[(\d{2})\]-[^أ\]]/giu);
    expect(pattern.flags).toBe('giu');
    expect('[12]-x'.match(pattern)).toEqual(['[12]-x']);
    expect('[12]-ا'.match(pattern)).toBeNull();
  });
});

describe('an Arabic word of an alternative stands for itself', () => {
  it.each([
    [/\bcontracts?\b|عقد|صفقة/i, 'هذا معقد جدا', false],
    [/\bcontracts?\b|عقد|صفقة/i, 'أين العقد؟', true],
    [/\bcontracts?\b|عقد|صفقة/i, 'وعقدها جاهز', true],
    [/how|كم|متى/, 'حكمة', false],
    [/how|كم|متى/, 'كما قلت', false],
    [/how|كم|متى/, 'وكم السعر؟', true],
    [/\bpets?\b|قط/iu, 'قطعة أرض', false],
    [/\bsea\b|بحر/iu, 'قريب من البحر', true],
    [/(?:\bneed\b|حاجة)\s+\S+/, 'نحن بحاجة ماسة', true],
    [/تفاوض|خصم/, 'هل نتفاوض؟', true],
    [/تفاوض|خصم/, 'خصمها كبير', true],
    [/(?:ال)?مدير(?:ة)?/, 'المديرة', true],
    [/(?:ال)?مدير(?:ة)?/, 'تقدير', false],
    [/(?:أ|ن)شوف/, 'نشوفها غدا', true],
    [/(?:أ|ن)شوف/, 'مكشوف', false],
    [/رسالة|ردا/i, 'برسالة', true],
    [/رسالة|ردا/i, 'مردات', false],
    [/(?<!\p{L})هل|سعر/u, 'سعره', true],
    [/مساح|طاقة/iu, 'ما مساحتها', true],
    [/مساح|طاقة/iu, 'بطاقة', true],
  ])('%s in %j: %s', (pattern, text, found) => {
    expect(anySpelling(pattern).test(text)).toBe(found);
  });

  it('does not include the prefix in the match', () => {
    expect(anySpelling(/عقد|صفقة/).exec('والصفقة')?.[0]).toBe('صفقة');
  });
});
