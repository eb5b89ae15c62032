import { fixtureHints } from './testing/estio-like.ts';
import { turn } from './testing/run-turn.ts';

describe('scenarios of the estio pack', () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      'Any flats for her in Paphos below 200k, close to the beach?',
      'search_properties',
      { district: 'Paphos', propertyType: 'Apartment', maxPrice: 200_000 },
    ],
    [
      'My budget is up to 250k, three bedrooms, Larnaca',
      'update_requirements',
      { contactId: 'contact-015', maxPrice: 250_000, bedrooms: '3', district: 'Larnaca' },
    ],
    [
      '2 bedroom rentals in Larnaca up to 1,200 a month',
      'search_properties',
      { district: 'Larnaca', bedrooms: 2, maxPrice: 1_200, dealType: 'rent' },
    ],
    [
      'Villa in Paphos for sale below 100k',
      'search_properties',
      { district: 'Paphos', propertyType: 'Villa', maxPrice: 100_000, dealType: 'sale' },
    ],
    [
      'ابحث عن شقة للبيع في ليماسول بأقل من 400 ألف وبغرفتين',
      'search_properties',
      { district: 'Limassol', propertyType: 'Apartment', dealType: 'sale', maxPrice: 400_000, bedrooms: 2 },
    ],
    [
      'أريد شقة للبيع في بافوس بحدود 200 ألف يورو',
      'search_properties',
      { district: 'Paphos', propertyType: 'Apartment', dealType: 'sale', maxPrice: 200_000 },
    ],
    [
      'Find 2 bedroom apartments in Paphos under 200k near the sea',
      'search_properties',
      { district: 'Paphos', propertyType: 'Apartment', bedrooms: 2, maxPrice: 200_000 },
    ],
    [
      'Remember that she enjoys a view of the sea',
      'store_insight',
      { contactId: 'contact-015', text: 'she enjoys a view of the sea', category: 'preference' },
    ],
    [
      'Which views does the client enjoy?',
      'retrieve_context',
      { contactId: 'contact-015', query: 'Which views does the client enjoy?', limit: 5 },
    ],
    [
      'It is too expensive for us honestly',
      'store_insight',
      { contactId: 'contact-015', text: 'It is too expensive for us honestly', category: 'objection' },
    ],
    [
      'Could you please add support for WhatsApp?',
      'request_feature',
      { description: 'Could you please add support for WhatsApp?', title: expect.any(String) },
    ],
  ])('%s', async (text, tool, input) => {
    const { calls, rounds } = await turn(text);
    expect(calls).toEqual([[tool, input]]);
    expect(rounds).toBe(2);
  });
});

describe('utterances of the tool cards, each without itself among the examples', () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      'Show me three-bedroom houses around Nicosia',
      'search_properties',
      { bedrooms: 3, propertyType: 'House', district: 'Nicosia' },
    ],
    [
      'Anything to rent near Finikoudes for less than 900?',
      'search_properties',
      { dealType: 'rent', district: 'Finikoudes', maxPrice: 900 },
    ],
    ['We want a villa in Coral Bay', 'search_properties', { propertyType: 'Villa', district: 'Coral Bay' }],
    [
      'هل توجد فيلا للإيجار في لارنكا؟',
      'search_properties',
      { propertyType: 'Villa', dealType: 'rent', district: 'Larnaca' },
    ],
    ['My ceiling is 320 thousand now', 'update_requirements', { maxPrice: 320_000 }],
    ['Mark this lead as qualified', 'update_requirements', { status: 'qualified' }],
    ['They changed their mind, Larnaca instead of Limassol', 'update_requirements', { district: 'Larnaca' }],
    [
      'ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم',
      'update_requirements',
      { maxPrice: 250_000, bedrooms: '3' },
    ],
    ['غيّر المنطقة المطلوبة إلى ليماسول', 'update_requirements', { district: 'Limassol' }],
    [
      'Note that she needs a separate home office',
      'store_insight',
      { text: 'she needs a separate home office', category: 'preference' },
    ],
    [
      'Remember he has to move before September',
      'store_insight',
      { text: 'he has to move before September', category: 'timeline' },
    ],
    [
      'Keep in mind the brother makes the decision',
      'store_insight',
      { text: 'the brother makes the decision', category: 'relationship' },
    ],
    ['سجل أن العميل يفضل الطابق الأرضي', 'store_insight', { text: 'العميل يفضل الطابق الأرضي' }],
    [
      'تذكر أنه سينتقل بسبب مدارس الأولاد',
      'store_insight',
      { text: 'سينتقل بسبب مدارس الأولاد', category: 'motivation' },
    ],
    [
      'What do we know about her taste in kitchens?',
      'retrieve_context',
      { query: 'What do we know about her taste in kitchens?' },
    ],
    ['Has this buyer mentioned any deadline?', 'retrieve_context', {}],
    ['Remind me why he turned down the last flat', 'retrieve_context', {}],
    ['ماذا يفضل هذا العميل؟', 'retrieve_context', { query: 'ماذا يفضل هذا العميل؟' }],
    ['هل ذكر العميل موعدا نهائيا للشراء؟', 'retrieve_context', {}],
    ['Write back to her about those two flats', 'draft_reply', {}],
    ['Log that I rang him and got no answer', 'log_activity', { type: 'call' }],
    ['How many conversations did we close last month?', 'query_org_data', { dataset: 'conversations' }],
  ])('%s', async (text, tool, input) => {
    const { calls } = await turn(text, { hints: fixtureHints(text) });
    expect(calls).toEqual([[tool, expect.objectContaining(input)]]);
  });
});
