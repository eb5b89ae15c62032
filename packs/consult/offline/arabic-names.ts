import { canonicalIndustry } from '../schema/industries.ts';

const INDUSTRIES: Record<string, string> = {
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

/** The name of an industry in the language; an industry that is not in the table stays as written. */
export function industryName(industry: string, language: string): string {
  return (language === 'ar' && INDUSTRIES[canonicalIndustry(industry) ?? industry]) || industry;
}

/** Arabic titles and results of the sample cases. Imported cases stay as written. */
const SAMPLES: Record<string, string> = {
  'Subtitling workflow': 'إعداد ترجمة البرامج',
  'Freight document reading': 'قراءة وثائق الشحن',
  'Claim triage': 'فرز المطالبات',
  'Product search assistant': 'مساعد البحث عن المنتجات',
  'Maintenance notes search': 'البحث في سجلات الصيانة',
  'Appointment mail handling': 'معالجة رسائل المواعيد',
  'Contract first review': 'المراجعة الأولى للعقود',
  'Support knowledge assistant': 'مساعد المعرفة لخدمة العملاء',
  'Course material drafting': 'إعداد المواد التعليمية',
  'Returns classification': 'تصنيف المرتجعات',
  'Listing text creation': 'كتابة نصوص الإعلانات العقارية',
  'Developer enablement workshop': 'ورشة تمكين المطورين',
  '40 hours per week saved': 'توفير 40 ساعة أسبوعيا',
  '70 % less manual entry': 'إدخال يدوي أقل بنسبة 70%',
  '3 days faster first answer': 'الرد الأول أسرع بثلاثة أيام',
  '12 % more basket value': 'زيادة قيمة السلة بنسبة 12%',
  '25 hours per week saved': 'توفير 25 ساعة أسبوعيا',
  '60 % answered without staff': 'الرد على 60% منها دون موظفين',
  '50 % less review time': 'وقت مراجعة أقل بنسبة 50%',
  '35 % shorter calls': 'مكالمات أقصر بنسبة 35%',
  '20 hours per week saved': 'توفير 20 ساعة أسبوعيا',
  '45 % less handling cost': 'تكلفة معالجة أقل بنسبة 45%',
  '30 hours per week saved': 'توفير 30 ساعة أسبوعيا',
  '4 weeks to first release': 'الإصدار الأول خلال 4 أسابيع',
};

/** The title or result of a case in an Arabic reply. */
export function arabicSample(text: string, isSample: boolean): string {
  return (isSample && SAMPLES[text]) || text;
}
