/** Titles, problems and results of the sample cases in Arabic. Those of cases that an org imports stay as they are written. */
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
  'Subtitles for every programme were typed and timed by hand.':
    'كانت ترجمة كل برنامج تُكتب وتُضبط توقيتاتها يدويا.',
  'Waybills and customs forms were keyed in from scans.':
    'كانت بوالص الشحن والنماذج الجمركية تُدخل من صور ممسوحة.',
  'Claims waited for days before anybody sorted them.': 'كانت المطالبات تنتظر أياما قبل أن يفرزها أحد.',
  'Shoppers did not find what the shop had.': 'لم يكن المتسوقون يجدون ما في المتجر.',
  'Technicians looked for earlier repairs in paper notes.':
    'كان الفنيون يبحثون عن الإصلاحات السابقة في سجلات ورقية.',
  'Requests for appointments filled the mailbox of the front desk.':
    'كانت طلبات المواعيد تملأ بريد مكتب الاستقبال.',
  'Every contract was read in full by a lawyer first.': 'كان كل عقد يقرؤه محام كاملا أولا.',
  'Agents searched several handbooks during a call.': 'كان الموظفون يبحثون في عدة أدلة أثناء المكالمة.',
  'Teachers wrote exercises and slides from nothing.': 'كان المعلمون يكتبون التمارين والشرائح من الصفر.',
  'Reasons of returns were read and coded by people.': 'كانت أسباب المرتجعات تُقرأ وتُصنف يدويا.',
  'Texts of listings were written one by one.': 'كانت نصوص الإعلانات تُكتب واحدا واحدا.',
  'The team wanted to build with models and did not know where to begin.':
    'أراد الفريق البناء بالنماذج ولم يعرف من أين يبدأ.',
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

/** A title, a problem or a result of a case as an Arabic reply says it. */
export function arabicSample(text: string, isSample: boolean): string {
  return (isSample && SAMPLES[text]) || text;
}
