import { detectLanguage, normalizeText } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { analyzeCompetitorGap } from './analyze-competitor-gap.tool.ts';
import { getBookingLink } from './get-booking-link.tool.ts';
import { generateCustomSyllabus } from './generate-custom-syllabus.tool.ts';
import { asksPriceOfCompany } from './get-stock-price.tool.ts';
import { searchInternalCaseStudies } from './search-internal-case-studies.tool.ts';

const message = (text: string): OfflineMessage => ({
  text,
  language: detectLanguage(text),
  normalized: normalizeText(text),
});

describe('examples of our own work', () => {
  it.each([
    ['do you have experience with hospitals?', true],
    ['any experience in logistics?', true],
    ['your experience in retail', true],
    ['هل لديكم خبرة في قطاع الصحة؟', true],
    ['اشتغلتم مع شركات نقل؟', true],
    ['Do you have a case for restaurants?', true],
    ['any cases from banking?', true],
    ['show me another case', true],
    ['are there similar cases in retail', true],
    ['اعرض لي دراسات حالة', true],
    ['ما هي دراسات الحالة لديكم؟', true],
    ['أرني قصص نجاح', true],
    ['هل لديكم حالة للمطاعم؟', true],
    ['I have ten years of experience in logistics', false],
    ['we have 200 cases in the queue', false],
    ['in case of an error we call', false],
    ['do you handle cases of fraud?', false],
    ['ما حالة الطقس؟', false],
    ['لدينا حالات كثيرة من التأخير', false],
    ['we have no experience with AI', false],
    ['our team is short of experience with data', false],
    ['عندنا خبرة في قطاع الصحة', false],
    ['لدي خبرة في البرمجة', false],
  ])('%s: %s', (text, asked) => {
    expect(searchInternalCaseStudies.offline?.applies?.(message(text))).toBe(asked);
  });
});

describe('the share of a company', () => {
  it.each([
    ['What is the price of Nvidia?', true],
    ['ما سعر ابل اليوم؟', true],
    ['وسعر تسلا؟', true],
    ['ما سعر الورشة مقابل الاستشارات؟', false],
    ['كم سعر المقابلة؟', false],
    ['what is the price of metadata cleaning', false],
  ])('%s: %s', (text, asked) => {
    expect(asksPriceOfCompany(message(text))).toBe(asked);
  });
});

describe('how far others are', () => {
  it.each([
    ['how far behind the other insurers are we', true],
    ["what do other law firms do with AI that we don't?", true],
    ['are we behind the rest of the industry?', true],
    ['أين نحن من شركات التأمين الأخرى؟', true],
    ['we are an insurance company and type everything by hand', false],
    ['the other office is behind the station', false],
  ])('%s: %s', (text, asked) => {
    expect(analyzeCompetitorGap.offline?.applies?.(message(text))).toBe(asked);
  });
});

describe('what a team would learn', () => {
  it.each([
    ['what would you teach five nurses', true],
    ['what could our 12 accountants learn?', true],
    ['teach 5 of my support people', true],
    ['ماذا ستعلّم خمس ممرضات؟', true],
    ['we have five nurses', false],
    ['ماذا تعلم عن شركتنا؟', false],
    ['we learned of you from a friend', false],
  ])('%s: %s', (text, asked) => {
    expect(generateCustomSyllabus.offline?.applies?.(message(text))).toBe(asked);
  });
});

describe('a booking', () => {
  it.each([
    ['How do I reserve a workshop date?', true],
    ['كيف أحجز ورشة العمل؟', true],
    ['نريد ورشة لفريقنا', true],
    ['كم مدة الورشة؟', false],
    ['أين تقام الورشة؟', false],
    ['متى تقام الورشة؟', false],
    ['من يقدم الورشة؟', false],
    ['how long does the call take?', false],
    ['what happens in the meeting?', false],
    ['who is the consultant?', false],
    ['is there time for a call tomorrow?', true],
    ['what about a call on Monday?', true],
    ['which day suits for the call?', true],
    ['when is a good time for a call?', true],
    ['Is there a call this week?', true],
    ['what about a consultation tomorrow at 10?', true],
    ['Will there be a session on Friday? please put me down', true],
    ['ما رأيك بمكالمة غدا؟', true],
    ['هل توجد ورشة يوم الخميس؟', true],
  ])('%s: %s', (text, asked) => {
    expect(getBookingLink.offline?.applies?.(message(text))).toBe(asked);
  });
});
