import { findPhrase, hasPhrase, normalizedWords, phraseList, phraseWords } from '#text';

/** Industries with their synonyms. */
export const INDUSTRIES: Record<string, string[]> = {
  Media: phraseList(
    'media company, broadcaster, publisher, publishing, film, television, الإعلام, إعلامية, إعلام',
  ),
  Logistics: phraseList('logistic, freight, shipping, haulage, forwarder, اللوجستيات, لوجستية, الشحن, النقل'),
  Insurance: phraseList('insurer, insurers, claims, التأمين, تأمين'),
  Retail: phraseList('retailer, retailers, store chain, supermarket, تجارة التجزئة, التجزئة, متاجر'),
  Manufacturing: phraseList('manufacturer, factory, factories, production plant, التصنيع, الصناعة, مصنع'),
  Healthcare: phraseList(
    'health care, health, hospital, clinic, medical, dentist, dental, الصحة, أسنان, صحية, مستشفى, عيادة',
  ),
  Legal: phraseList('law firm, lawyer, attorney, محاماة, القانون, قانونية'),
  Banking: phraseList('bank, fintech, financial services, المصرفية, البنوك, بنك, مصرف'),
  Education: phraseList('school, university, universities, e-learning, التعليم, جامعة, مدرسة'),
  'E-commerce': phraseList(
    'ecommerce, online shop, online store, webshop, التجارة الإلكترونية, متجر إلكتروني',
  ),
  'Real estate': phraseList('property agency, estate agent, estate agency, العقارات, عقارية, عقار'),
  Software: phraseList('saas, software company, software vendor, البرمجيات, برمجيات'),
  Hospitality: phraseList(
    'restaurant, hotel, catering, cafe, الضيافة, مطعم, مطاعم, فندق, فنادق, مقهى, مقاهي',
  ),
  Construction: phraseList('construction company, building contractor, المقاولات, مقاولات, الإنشاءات'),
  Travel: phraseList('travel agency, travel agent, tour operator, airline, السياحة, سياحة, طيران'),
  Agriculture: phraseList('farming, farm, farmer, الزراعة, زراعية, مزرعة, مزارع'),
};

/** "للبنوك" is ل with البنوك, the form in the table. */
function wordsOf(text: string): string[] {
  return normalizedWords(text).map((word) => word.replace(/^[وف]?لل(?=\p{L}{3})/u, 'ال'));
}

/** The industry of a word, such as "retailers" → Retail; undefined for a word that is not in the table. */
export function canonicalIndustry(text: string): string | undefined {
  const words = wordsOf(text);
  return Object.entries(INDUSTRIES).find(([name, synonyms]) => hasPhrase(words, [name, ...synonyms]))?.[0];
}

/** The first industry that a message names. */
export function industryIn(text: string): string | undefined {
  const words = wordsOf(text);
  const found = Object.entries(INDUSTRIES).flatMap(([name, synonyms]) => {
    const starts = [name, ...synonyms].flatMap((word) => findPhrase(words, phraseWords(word))?.start ?? []);
    return starts.length > 0 ? [{ name, start: Math.min(...starts) }] : [];
  });
  return found.sort((a, b) => a.start - b.start)[0]?.name;
}
