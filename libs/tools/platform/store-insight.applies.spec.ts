import { detectLanguage, normalizeText } from '#text';
import { storeInsight } from './store-insight.tool.ts';

const applies = (text: string) =>
  storeInsight.offline?.applies?.({ text, normalized: normalizeText(text), language: detectLanguage(text) });

it.each([
  'where is your office',
  'and what about the fees',
  'how does it work',
  'do you charge commission',
  'أين مكتبكم',
  'وكم العمولة',
  'متى تفتحون',
  'show me flats',
  'forget what I said about the garden',
  'please ignore what I told you about the schools',
  "I didn't say I want a pool",
  'we never asked for a garage',
  'انس ما قلته عن الحديقة',
  'لم أقل إنني أريد مسبحا',
  'ما قلت إني أبي مسبح',
  'forget about the pool',
  'Ignore the email from Elena',
  'Undo the last booking',
])('%s tells nothing of a person', (text) => expect(applies(text)).toBe(false));

it.each([
  'she prefers the sea',
  "I've said we are moving in June because of the schools",
  "I've told you that my brother decides",
  'ما قلته هو أن زوجتي تخاف من الكلاب',
  'اترك ملاحظة أن العميل يفضل الطابق الأرضي',
  "don't forget that she is afraid of dogs",
  'he never wanted to leave the village',
  'can you note that he is retired',
  'my wife decides with me',
  'what I need is a quiet street',
  'when I travel I work in hotels',
  'ما عندي أطفال',
  'سجل أن العميل يفضل البحر',
  'زوجتي تقرر معي',
])('%s does', (text) => expect(applies(text)).toBe(true));
