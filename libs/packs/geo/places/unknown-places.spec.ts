import { geoTools } from '../tools/index.ts';
import { findPlaces } from './find-places.ts';
import { findUnknownPlace } from './unknown-places.ts';

it.each([
  ['Total sales in Dubai Marina 2023', 'Dubai Marina'],
  ['total sales in dubai marina 2023', 'dubai marina'],
  ['مبيعات في دبي مارينا 2023', 'دبي مارينا'],
  ['How many deals in 2023?', undefined],
  ['What was sold in total in 2023?', undefined],
  ['كم صفقة تمت في عام 2022؟', undefined],
  ['Name all districts you cover', undefined],
  ['Can I see it on Thursday?', undefined],
  ['are you open on Sunday at noon', undefined],
  ['call me at 10 in the morning', undefined],
  ['sales in Feb', undefined],
  ['هل أراها في الخميس القادم', undefined],
  ['المبيعات في رمضان', undefined],
  ['sales in Mar Elias', 'Mar Elias'],
  ['I want to buy a villa for two million', undefined],
  ['ok what about renting there', undefined],
  ['a flat for half a million', undefined],
  ['how many homes are on offer there right now', undefined],
  ['what is it on average', undefined],
  ['what about rents there?', undefined],
  ['and what about the supply', undefined],
  ['how about leases', undefined],
  ['وماذا عن الإيجارات هناك؟', undefined],
  ['وماذا عن المعروض؟', undefined],
  ['for example a villa', undefined],
  ['شقق في دبي بأقل من مليون', 'دبي'],
  ['شقق في الشارقة أقل من مئة ألف', 'الشارقة'],
  ['شقق للإيجار في دبي مارينا تحت 80 ألف', 'دبي مارينا'],
  ['فيلا في عجمان فوق 80 ألف', 'عجمان'],
  ['شقق في دبي حتى 80 ألف', 'دبي'],
  ['شقق في دبي بسعر مناسب', 'دبي'],
  ['شقق في دبي بحدود 80 ألف', 'دبي'],
  ['شقة في دبي بين 50 و80 ألف', 'دبي'],
  ['شقة في دبي لا يتجاوز إيجارها 80 ألف', 'دبي'],
  ['شقة في دبي بما لا يزيد عن 80 ألف', 'دبي'],
  ['شقق في دبي للإيجار بميزانية 80 ألف', 'دبي'],
  ['شقة في دبي بغرفتين', 'دبي'],
  ['شقق في أقل من شهر', undefined],
  ['flats in dubai less than 80k', 'dubai'],
  ['flats in dubai marina no more than 80k', 'dubai marina'],
  ['flats in dubai up to 80k', 'dubai'],
  ['villas in sharjah cheaper than 80k', 'sharjah'],
  ['villas in sharjah between 80k and 100k', 'sharjah'],
  ['villas in sharjah with two bedrooms', 'sharjah'],
  ['flats for less than 80k in dubai', 'dubai'],
  ['flats for under 80k', undefined],
  ['flats for under a million', undefined],
  ['flats in dubai under half a million', 'dubai'],
  ['Flats In Dubai Under 80k', 'Dubai'],
  ['Flats In Dubai Up To AED 80k', 'Dubai'],
  ['flats in Cap Greco', 'Cap Greco'],
  ['flats in Lower Manhattan under 80k', 'Lower Manhattan'],
  ['flats in Fort Worth', 'Fort Worth'],
  ['flats in Fort Worth under 80k', 'Fort Worth'],
  ['flats in Minimum City', 'Minimum'],
  ['flats in Max Harbour below 80k', 'Max Harbour'],
  ['homes in Bed Stuy', 'Bed Stuy'],
  ['homes in Brighton And Hove', 'Brighton And Hove'],
  ['homes in newcastle under lyme', 'newcastle under lyme'],
  ['flats in lower manhattan', 'lower manhattan'],
  ['شقق في الوادي الأعلى', 'الوادي الأعلى'],
  ['فلل في الوادي الأعلى تحت 80 ألف', 'الوادي الأعلى'],
  ['شقق في الشرق الأدنى', 'الشرق الأدنى'],
  ['شقق في دبي بسعر لا يتجاوز 80 ألف', 'دبي'],
  ['شقق للإيجار في حوالي', 'حوالي'],
  ['شقق للإيجار في حوالي بأقل من 90 ألف', 'حوالي'],
  ['شقق للإيجار في حوالي بسعر 90 ألف', 'حوالي'],
  ['شقق للإيجار في دبي حوالي 90 ألف', 'دبي'],
  ['شقق للإيجار في دبي بسعر حوالي 90 ألف', 'دبي'],
  ['شقق للإيجار في دبي بحوالي 90 ألف', 'دبي'],
  ['شقق للإيجار في دبي حوالي تسعين ألف', 'دبي'],
  ['شقق للإيجار في حدود حوالي 90 ألف', undefined],
  ['شقق للإيجار في حوالي 90 ألف', undefined],
  ['شقق في وادي غالي', 'وادي غالي'],
  ['شقق في مناسب', 'مناسب'],
  ['شقق في دبي رخيصة', 'دبي'],
])('takes for a name in %j', (text, expected) => {
  expect(findUnknownPlace(text)).toBe(expected);
});

it.each([
  ['أبحث عن شقة بغرفة نوم واحدة بميزانية 60 ألف درهم', undefined],
  ['أبحث عن شقة في أتلانتس', 'أتلانتس'],
  ['أبحث عن فيلا', undefined],
  ['أبحث عن بيت بثلاث غرف', undefined],
  ['ابحث عن منزل للإيجار', undefined],
  ['أبحث عن وحدة بأقل من 80 ألف', undefined],
  ['أبحث عن تاون هاوس للإيجار', undefined],
  ['أبحث عن دوبلكس', undefined],
  ['أبحث عن استوديو رخيص', undefined],
  ['أبحث عن شقتين بسعر 90 ألف', undefined],
  ['أبحث عن فيلتين', undefined],
  ['ماذا عن سعر الشقة؟', undefined],
  ['ابحث عن أرض', undefined],
  ['looking for a house in atlantis', 'atlantis'],
  ['rents for penthouses', undefined],
])('of the kinds of homes none is a name in %j', (text, expected) => {
  expect(findUnknownPlace(text)).toBe(expected);
});

describe('a name behind a prefix', () => {
  it.each([
    ['كم صفقة تمت بدبي سنة 2023؟', 'دبي'],
    ['كم بلغت قيمة المبيعات بأتلانتس سنة 2023؟', 'أتلانتس'],
    ['كم صفقة تمت بأتلانتس سنة 2023؟', 'أتلانتس'],
    ['مبيعات بأتلانتس 2023', 'أتلانتس'],
    ['كم صفقة تمت ببرشلونا؟', 'برشلونا'],
    ['صفقات برأس الخيمة في 2023', 'رأس الخيمة'],
    ['كم صفقة تمت بدبي مارينا عام 2022', 'دبي مارينا'],
    ['شقق للإيجار بالشارقة حتى 80 ألف', 'الشارقة'],
    ['مبيعات للشارقة 2022', 'الشارقة'],
    ['مبيعات بيروت 2022', 'بيروت'],
    ['شقة بدبي أقل من 80 ألف', 'دبي'],
  ])('is found in %j', (text, expected) => {
    expect(findUnknownPlace(text)).toBe(expected);
  });

  it.each([
    'كم بلغت قيمة المبيعات سنة 2023؟',
    'كم فيلا بيعت سنة 2023؟',
    'صفقات بقيمة مليون درهم',
    'شقة بميزانية 60 ألف',
    'شقة بحد أقصى 60 ألف',
    'شقة بسعر 60 ألف',
    'شقق بمليونين',
    'شقة بنصف مليون',
    'شقة بتسعين ألف',
    'المبيعات لكل سنة',
    'المبيعات بعد 2021',
    'المبيعات بين 2021 و2023',
    'أريد شقة لأن عائلتي كبيرة',
    'شقة لعائلة صغيرة',
    'شقق للعائلات',
    'شقة بغرفتين وصالة',
    'شقة بحمامين',
    'فيلا بمسبح خاص',
    'شقة بموقف سيارات',
    'شقة بإطلالة على البحر',
    'شقة للإيجار بالتقسيط',
    'شقة لشخصين',
    'شقق لطلاب الجامعة',
    'الأسعار بالمتر',
    'المبيعات بالدرهم',
    'المبيعات بالتفصيل',
    'المبيعات بالأرقام',
    'المبيعات بشكل عام',
    'المبيعات بالنسبة للفلل',
    'المبيعات لعام 2022',
    'المبيعات لآخر سنتين',
    'صفقات بلغت مليون درهم',
    'هل الأسعار بترتفع السنة الجاية؟',
    'أريد بيع بيتي',
    'أسعار بيع الفلل',
    'متوسط سعر بيع الشقق',
    'هل الشقق بسعر مناسب؟',
    'شقق لديكم للإيجار',
    'شكرا لمساعدتك',
    'لماذا بلغت المبيعات هذا الرقم؟',
    'مبيعات بلدية',
    'ما المعروض لدينا؟',
    'شقق للأجانب حتى 60 ألف درهم',
    'شقق لشباب حتى 50 ألف درهم',
    'شقة لموظفي الشركة حتى 60 ألف درهم',
    'شقق ببلكون حتى 60 ألف درهم',
    'شقة لذوي الدخل المحدود حتى 40 ألف درهم',
    'شقة بأثاث جديد حتى 60 ألف درهم',
    'كم بلغت مبيعات الفلل بالدولار سنة 2023؟',
    'كم صفقة تمت بنجاح سنة 2023؟',
    'كم صفقة تمت بالمزاد سنة 2023؟',
    'كم صفقة بيعت بخسارة؟',
    'ارتفعت الأسعار بشدة',
    'هل ارتفعت المبيعات بشدة سنة 2023؟',
    'كم بلغت المبيعات للأجانب سنة 2023؟',
    'ما المبيعات لأتلانتس 2023',
  ])('is none in %j', (text) => {
    expect(findUnknownPlace(text)).toBeUndefined();
  });
});

describe('in a message with other capitals', () => {
  it.each([
    ['What did homes sell for in atlantis in 2023, in AED?', 'atlantis'],
    ['I need a flat in atlantis', 'atlantis'],
    ['Hi there. What about Villas in atlantis?', 'atlantis'],
    ['Deals in atlantis since May 2022', 'atlantis'],
    ['Flats in JVC', 'JVC'],
    ['Did Homes in Atlantis sell well in spring?', 'Atlantis'],
  ])('the name in small letters is found in %j', (text, expected) => {
    expect(findUnknownPlace(text)).toBe(expected);
  });

  it.each([
    'I am looking for something cheaper',
    'I want a home for my family',
    'Is Ahmed available in person?',
    'What did homes sell for in AED?',
    'What is it in USD, or in EUR?',
    'Rents in May',
    'I will ask about schools',
    'How do I pay for it?',
    'Homes up to 60k, can I pay in instalments?',
    'Flats under 60k, may I pay in four cheques or in full?',
    'Can I get it in writing?',
    'Can I find homes near schools up to 60k?',
    'Can I move in immediately?',
  ])('none is in %j', (text) => {
    expect(findUnknownPlace(text)).toBeUndefined();
  });
});

it.each(geoTools.flatMap(({ examples }) => examples.map(({ text }) => text)))(
  'no word of %j is searched as a place that nobody knows',
  (text) => {
    expect(searchedAsUnknown(text)).toBeUndefined();
  },
);

/** Where a place is known, no other is looked for by what stands before it. */
function searchedAsUnknown(text: string): string | undefined {
  return findPlaces(text).length > 0 ? undefined : findUnknownPlace(text);
}
