import { anySpelling } from '#text';

/** What people wish of a home, and the data of homes to rent does not hold. */
const UNKNOWN: readonly [asked: RegExp, en: string, ar: string][] = [
  [/\bpools?\b|مسبح|حمام سباحة/iu, 'pools', 'المسابح'],
  [/\b(?:parking|garages?|car park)\b|موقف|مواقف|كراج/iu, 'parking', 'المواقف'],
  [/\b(?:gyms?|fitness)\b|نادي رياضي|جيم/iu, 'gyms', 'النوادي الرياضية'],
  [/\b(?:balcon\w+|terraces?)\b|شرفة|بلكونة|تراس/iu, 'balconies', 'الشرفات'],
  [/\bgardens?\b(?! city)|حديقة/iu, 'gardens', 'الحدائق'],
  [
    /\b(?:sea|beach|water|city|garden) ?(?:views?|front)\b|\bviews?\b(?= of)|\b(?:from|to|near|by|on) the (?:beach|sea)\b|\bfar is the (?:beach|sea)\b|إطلالة|مطلة|البحر/iu,
    'views and distances to the sea',
    'الإطلالات والبعد عن البحر',
  ],
  [
    /\b(?:schools?|nurser\w+|hospitals?|metro|bus stops?|supermarkets?|malls?|mosques?)\b|مدرسة|مدارس|مستشفى|مسجد|سوبرماركت|مول/iu,
    'schools, shops and transport nearby',
    'المدارس والمتاجر والمواصلات القريبة',
  ],
  [/\b(?:pets?|dogs?|cats?)\b|حيوانات|كلب|قطة/iu, 'pets', 'الحيوانات الأليفة'],
  [/\b(?:maids?|driver'?s) room\b|غرفة (?:خادمة|خدامة|سائق)/iu, "maid's rooms", 'غرف الخدم'],
  [
    /\b(?:bath(?:room)?s?|toilets?|kitchens?)\b|مطبخ|حمامات|دورات مياه/iu,
    'bathrooms and kitchens',
    'الحمامات والمطابخ',
  ],
  [/\b(?:which|what|high|low|top|ground|\d+(?:st|nd|rd|th)) floor\b|طابق|الدور/iu, 'floors', 'الطوابق'],
  [
    /\b(?:che(?:que|ck)s|instal?ments?|deposit|commission|chiller|utilities|bills)\b|شيكات|شيك|تأمين|عمولة|فواتير/iu,
    'terms of payment and bills',
    'شروط الدفع والفواتير',
  ],
  [
    /\bbuilt (?:in|after|before|since|from)\b|\byears? of building\b|\bhow old\b|(?:بنيت|مبنية|البناء) (?:بعد|قبل|عام|سنة|في|منذ)|سنة البناء/iu,
    'years of building',
    'سنة البناء',
  ],
  [/\b(?:photos?|pictures?|images?|video)\b|صور|صورة/iu, 'pictures', 'الصور'],
  [
    /\b(?:address|phone|street|building name|location pin)\b|العنوان|عنوان|هاتف/iu,
    'addresses and telephone numbers',
    'العناوين والهواتف',
  ],
].map(([asked, en, ar]) => [anySpelling(asked as RegExp), en as string, ar as string]);

/** What of the wishes in a message nothing is known of: "pools and parking". Undefined where there is none. */
export function unknownOf(text: string, language: 'en' | 'ar'): string | undefined {
  const asked = UNKNOWN.filter(([pattern]) => pattern.test(text)).map(([, en, ar]) => ({ en, ar })[language]);
  return asked.length === 0 ? undefined : asked.join({ en: ', ', ar: '، ' }[language]);
}
