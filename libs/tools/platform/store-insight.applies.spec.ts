import { detectLanguage } from '../text/language.ts';
import { normalizeText } from '../text/normalize-text.ts';
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
])('%s tells nothing of a person', (text) => expect(applies(text)).toBe(false));

it.each([
  'she prefers the sea',
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
