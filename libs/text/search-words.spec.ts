import { searchWords } from './search-words.ts';
import { contentStems } from './stems.ts';

const tokens = (text: string) => new Set(contentStems(searchWords(text)));
const shared = (one: string, other: string) => [...tokens(one)].filter((token) => tokens(other).has(token));

describe('texts with the same meaning share a token', () => {
  it.each([
    // Arabic: vowel marks, tatweel, hamza, alef, ta marbuta, ya, foreign letters.
    ['إلغاء الحجز', 'الغاء حجز'],
    ['إِلْغَاء', 'الغاء'],
    ['حَجْز', 'حجز'],
    ['جـــدول', 'جدول'],
    ['أسعار', 'اسعار'],
    ['شقة', 'شقه'],
    ['مستشفى', 'مستشفي'],
    ['مؤجر', 'موجر'],
    ['ڤيلا', 'فيلا'],
    ['پلاي', 'بلاي'],
    ['گراج', 'كراج'],
    // Arabic: article, prefixes, and suffixes.
    ['الحساب', 'حساب'],
    ['والحساب', 'حساب'],
    ['بالبطاقة', 'بطاقة'],
    ['كالسابق', 'سابق'],
    ['فالدفع', 'دفع'],
    ['للبيع', 'بيع'],
    ['للبيع', 'البيع'],
    ['وللدفع', 'دفع'],
    ['لحسابي', 'حسابي'],
    ['بطاقتي', 'بطاقة'],
    ['بطاقات', 'بطاقة'],
    ['حسابات', 'حساب'],
    ['حسابها', 'حساب'],
    ['موظفون', 'موظف'],
    ['مهندسين', 'مهندس'],
    ['غرفتين', 'غرفة'],
    ['تحويلات', 'تحويل'],
    ['العقارات', 'عقار'],
    ['المواعيد', 'مواعيد'],
    ['عميلنا', 'عميل'],
    ['٢٥٠ درهم', '250 dirham'],
    ['موقع https://example.com', 'https://example.com'],
    // English: endings, identifiers, width, accents and case.
    ['listings', 'listing'],
    ['listed', 'listing'],
    ['bookings', 'book'],
    ['booked', 'booking'],
    ['properties', 'property'],
    ['companies', 'company'],
    ['prices', 'price'],
    ['pricing', 'price'],
    ['scheduled', 'schedule'],
    ['planning', 'plan'],
    ['stopped', 'stop'],
    ['boxes', 'box'],
    ['searches', 'search'],
    ['getWeatherForecast', 'weather forecast'],
    ['search_properties', 'property search'],
    ['PDFReader', 'pdf reader'],
    ['SummarizeAnything_pr', 'summarize'],
    ['exchange-rate', 'exchange rates'],
    ['Café', 'cafe'],
    ['ＦＬＩＧＨＴ', 'flight'],
    ['EMAIL', 'emails'],
    ['user.name', 'name of the user'],
    ['get2ndOpinion', 'opinion'],
  ])('%s | %s', (one, other) => {
    expect(shared(one, other)).not.toEqual([]);
  });
});

describe('texts with different meanings share no token', () => {
  it.each([
    ['the of and', 'the and of'],
    ['can you please', 'could you please'],
    ['من في على', 'على من في'],
    ['هل يمكن', 'هل لديك'],
    ['bill', 'bell'],
    ['news', 'new'],
    ['bus', 'but'],
    ['class', 'clasp'],
    ['string', 'strong'],
    ['king', 'kin'],
    ['red', 'ring'],
    ['university', 'universe'],
    ['contract', 'contact'],
    ['بيت', 'بنت'],
    ['بنك', 'نك'],
    ['وردة', 'رد'],
    ['فيلم', 'يلم'],
    ['كتاب', 'تاب'],
    ['لحم', 'حم'],
    ['والد', 'لد'],
    ['سعر', 'شعر'],
    ['دفع', 'رفع'],
    ['weather', 'طقس'],
    ['getTime', 'gettysburg'],
  ])('%s | %s', (one, other) => {
    expect(shared(one, other)).toEqual([]);
  });
});

it('splits an identifier into words, and leaves other text unchanged', () => {
  expect(searchWords('getHTTPResponse_v2 of theAPI')).toEqual('get http response v2 of the api'.split(' '));
  expect(searchWords('iPhone')).toEqual(['i', 'phone']);
  expect(searchWords('')).toEqual([]);
});
