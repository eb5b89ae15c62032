import { anySpelling } from '#text';
import type { Wording } from '../wording.ts';

/** What people ask of a home and no listing has on record. */
const NOT_RECORDED: { asked: RegExp; name: Record<Wording, string> }[] = [
  { asked: /\b(?:lifts?|elevators?)\b|مصعد|مصاعد|أسانسير/iu, name: { en: 'a lift', ar: 'مصعد' } },
  {
    asked: /\b(?:parking|garages?|car ?ports?)\b|موقف|مواقف|كراج|جراج/iu,
    name: { en: 'parking', ar: 'موقف سيارات' },
  },
  {
    asked: /\b(?:balcon(?:y|ies)|terraces?|verandas?)\b|شرفة|بلكونة|تراس/iu,
    name: { en: 'a balcony or a terrace', ar: 'شرفة' },
  },
  { asked: /\b(?:gardens?|yard)\b|حديقة/iu, name: { en: 'a garden', ar: 'حديقة' } },
  {
    asked: /\b(?:furnished|furniture|appliances)\b|مفروش\p{L}*|أثاث/iu,
    name: { en: 'furniture', ar: 'أثاث' },
  },
  {
    // Not within "فقط".
    asked:
      /\b(?:pets?|dogs?|cats?)\b|حيوان\p{L}*|(?<!\p{L})و?(?:[بك]?ال|لل|[بكل])?(?:كلاب|كلب|قطط|قطة|قط)(?!\p{L})/iu,
    name: { en: 'whether pets may come', ar: 'السماح بالحيوانات' },
  },
  {
    asked: /\b(?:heating|air ?con\w*|a\/c|cooling)\b|تدفئة|تكييف|مكيف/iu,
    name: { en: 'heating or air conditioning', ar: 'التدفئة أو التكييف' },
  },
  {
    asked: /\b(?:which|what|ground|top|first) floor\b|(?<!\p{L})و?(?:[بك]?ال|لل|[بكل])?طابق|الدور/iu,
    name: { en: 'the floor', ar: 'الطابق' },
  },
  { asked: /\bstor(?:age|e ?rooms?)\b|مخزن/iu, name: { en: 'a store room', ar: 'مخزن' } },
  {
    asked: /\b(?:fire ?places?|solar|alarm|internet|wi-?fi)\b|مدفأة|إنترنت|شمسية/iu,
    name: { en: 'such equipment', ar: 'هذه التجهيزات' },
  },
  {
    asked:
      /\b(?:photos?|pictures?|images?|videos?|virtual tours?|floor ?plans?)\b|(?<!\p{L})(?:ال)?صورة?(?!\p{L})|فيديو|مخطط/iu,
    name: { en: 'pictures or plans', ar: 'صور أو مخططات' },
  },
  {
    asked:
      /\b(?:schools?|supermarkets?|hospitals?|neighbou?rs?|nois[ey]|bus stops?|public transport)\b|مدرسة|مدارس|مستشفى|جيران|ضوضاء/iu,
    name: {
      en: 'schools, shops, neighbours or transport nearby',
      ar: 'المدارس والمتاجر والجيران والمواصلات القريبة',
    },
  },
].map(({ asked, name }) => ({ asked: anySpelling(asked), name }));

/** A message that asks for something of a home that no listing has on record. */
export function asksWhatIsNotRecorded(text: string): boolean {
  return NOT_RECORDED.some(({ asked }) => asked.test(text));
}

/** Says of what is asked that it is not on record, rather than nothing; no sentence where all of it is. */
export function notOnRecord(text: string, language: Wording): string | undefined {
  const names = NOT_RECORDED.filter(({ asked }) => asked.test(text)).map(({ name }) => name[language]);
  if (names.length === 0) return undefined;
  return language === 'ar'
    ? `لا يذكر السجل شيئا عن: ${names.join('، ')}.`
    : `The record says nothing about ${names.join(', ')}.`;
}
