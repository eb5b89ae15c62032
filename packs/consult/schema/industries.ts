import { findPhrase, hasPhrase, normalizedWords, phraseWords } from '#text';

/** Industries with the words that mean them. */
export const INDUSTRIES: Record<string, string[]> = {
  Media: [
    'media company',
    'broadcaster',
    'publisher',
    'publishing',
    'film',
    'television',
    'الإعلام',
    'إعلامية',
    'إعلام',
  ],
  Logistics: [
    'logistic',
    'freight',
    'shipping',
    'haulage',
    'forwarder',
    'اللوجستيات',
    'لوجستية',
    'الشحن',
    'النقل',
  ],
  Insurance: ['insurer', 'insurers', 'claims', 'التأمين', 'تأمين'],
  Retail: ['retailer', 'retailers', 'store chain', 'supermarket', 'تجارة التجزئة', 'التجزئة', 'متاجر'],
  Manufacturing: ['manufacturer', 'factory', 'factories', 'production plant', 'التصنيع', 'الصناعة', 'مصنع'],
  Healthcare: [
    'health care',
    'health',
    'hospital',
    'clinic',
    'medical',
    'dentist',
    'dental',
    'الصحة',
    'أسنان',
    'صحية',
    'مستشفى',
    'عيادة',
  ],
  Legal: ['law firm', 'lawyer', 'attorney', 'محاماة', 'القانون', 'قانونية'],
  Banking: ['bank', 'fintech', 'financial services', 'المصرفية', 'البنوك', 'بنك', 'مصرف'],
  Education: ['school', 'university', 'universities', 'e-learning', 'التعليم', 'جامعة', 'مدرسة'],
  'E-commerce': [
    'ecommerce',
    'online shop',
    'online store',
    'webshop',
    'التجارة الإلكترونية',
    'متجر إلكتروني',
  ],
  'Real estate': ['property agency', 'estate agent', 'estate agency', 'العقارات', 'عقارية', 'عقار'],
  Software: ['saas', 'software company', 'software vendor', 'البرمجيات', 'برمجيات'],
  Hospitality: [
    'restaurant',
    'hotel',
    'catering',
    'cafe',
    'الضيافة',
    'مطعم',
    'مطاعم',
    'فندق',
    'فنادق',
    'مقهى',
    'مقاهي',
  ],
  Construction: ['construction company', 'building contractor', 'المقاولات', 'مقاولات', 'الإنشاءات'],
  Travel: ['travel agency', 'travel agent', 'tour operator', 'airline', 'السياحة', 'سياحة', 'طيران'],
  Agriculture: ['farming', 'farm', 'farmer', 'الزراعة', 'زراعية', 'مزرعة', 'مزارع'],
};

const ARABIC_NAMES: Record<string, string> = {
  Media: 'الإعلام',
  Logistics: 'الخدمات اللوجستية',
  Insurance: 'التأمين',
  Retail: 'تجارة التجزئة',
  Manufacturing: 'التصنيع',
  Healthcare: 'الرعاية الصحية',
  Legal: 'الخدمات القانونية',
  Banking: 'البنوك',
  Education: 'التعليم',
  'E-commerce': 'التجارة الإلكترونية',
  'Real estate': 'العقارات',
  Software: 'البرمجيات',
  Hospitality: 'الضيافة',
  Construction: 'المقاولات',
  Travel: 'السياحة والسفر',
  Agriculture: 'الزراعة',
};

/** An industry as the language calls it; one that the table does not know stays as it is written. */
export function industryName(industry: string, language: string): string {
  return (language === 'ar' && ARABIC_NAMES[canonicalIndustry(industry) ?? industry]) || industry;
}

/** "للبنوك" is ل with البنوك, the form that the table has. */
function wordsOf(text: string): string[] {
  return normalizedWords(text).map((word) => word.replace(/^[وف]?لل(?=\p{L}{3})/u, 'ال'));
}

/** The industry that is meant, such as "retailers" → Retail; undefined for one that the table does not know. */
export function canonicalIndustry(text: string): string | undefined {
  const words = wordsOf(text);
  return Object.entries(INDUSTRIES).find(([name, synonyms]) => hasPhrase(words, [name, ...synonyms]))?.[0];
}

/** The industry that a message names, the first that stands in it. */
export function industryIn(text: string): string | undefined {
  const words = wordsOf(text);
  const found = Object.entries(INDUSTRIES).flatMap(([name, synonyms]) => {
    const starts = [name, ...synonyms].flatMap((word) => findPhrase(words, phraseWords(word))?.start ?? []);
    return starts.length > 0 ? [{ name, start: Math.min(...starts) }] : [];
  });
  return found.sort((a, b) => a.start - b.start)[0]?.name;
}
