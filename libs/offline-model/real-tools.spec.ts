// The offline model over the tools as packs and platform really define them, without running them.
import { z } from 'zod';
import type { GenerateRequest, ModelMessage } from '#models';
import { OfflineModel } from './offline.model.ts';
import { asOffered, estioTools as tools, facts, hintsOf } from './testing/estio-tools.ts';

async function firstCall(
  text: string,
  history: ModelMessage[] = [],
  { without, userId = null }: { without?: string; userId?: string | null } = {},
) {
  const request: GenerateRequest = {
    model: 'offline-standard',
    system: '',
    messages: [...history, { role: 'user', text }],
    tools: asOffered(tools),
    signal: new AbortController().signal,
    facts: { ...facts, userId },
  };
  const result = await new OfflineModel(hintsOf(without)).generate(request);
  const [call] = result.toolCalls;
  if (!call) return { name: `(said: ${result.text})`, input: {} };
  const fits = tools.find(({ name }) => name === call.name)!.input.safeParse(call.arguments);
  expect(fits.error && z.prettifyError(fits.error)).toBeUndefined();
  return { name: call.name, input: call.arguments };
}

describe('the real tools of estio', () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      'Find 2 bedroom apartments in Paphos under 200k near the sea',
      'search_properties',
      { district: 'Paphos', bedrooms: 2, maxPrice: 200_000, propertyType: 'Apartment' },
    ],
    [
      'Any flats for her in Paphos below 200k, close to the beach?',
      'search_properties',
      { district: 'Paphos', propertyType: 'Apartment', maxPrice: 200_000 },
    ],
    [
      'My budget is up to 250k, three bedrooms, Larnaca',
      'update_requirements',
      { contactId: 'contact-016', maxPrice: 250_000, bedrooms: '3', district: 'Larnaca' },
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
      'i have 250k cash, what can i get as an investment, something i could rent out?',
      'search_properties',
      { maxPrice: 250_000, dealType: 'sale' },
    ],
    [
      'flats in Larnaca up to 200k for rental income',
      'search_properties',
      { district: 'Larnaca', maxPrice: 200_000, dealType: 'sale' },
    ],
    [
      'شقة في لارنكا للاستثمار والتأجير بحدود 200 ألف',
      'search_properties',
      { district: 'Larnaca', maxPrice: 200_000, dealType: 'sale' },
    ],
    [
      'flats to rent in Larnaca up to 1,100 a month, no investment',
      'search_properties',
      { district: 'Larnaca', maxPrice: 1_100, dealType: 'rent' },
    ],
    ['It is too expensive for us honestly', 'store_insight', { category: 'objection' }],
    [
      'Remember that she enjoys a view of the sea',
      'store_insight',
      { text: 'she enjoys a view of the sea', category: 'preference' },
    ],
    [
      'شقق بغرفتي نوم في بافوس',
      'search_properties',
      { district: 'Paphos', bedrooms: 2, propertyType: 'Apartment' },
    ],
    [
      'شقق قريبة من البحر في بافوس بأقل من 200 ألف',
      'search_properties',
      { district: 'Paphos', maxPrice: 200_000, propertyType: 'Apartment' },
    ],
    ['فلل قريبة من الشاطئ بليماسول', 'search_properties', { district: 'Limassol', propertyType: 'Villa' }],
    [
      'أريد بيتا في لارنكا ما بين 150 و200 ألف',
      'search_properties',
      { district: 'Larnaca', minPrice: 150_000, maxPrice: 200_000 },
    ],
    [
      'هل لديكم شيء للإيجار في نيقوسيا بأقل من 900 يورو؟',
      'search_properties',
      { district: 'Nicosia', maxPrice: 900, dealType: 'rent' },
    ],
    ['Larnaca, three bedrooms', 'update_requirements', { district: 'Larnaca', bedrooms: '3' }],
    ['Anything near the beach in Limassol?', 'search_properties', { district: 'Limassol' }],
    [
      'ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم',
      'update_requirements',
      { maxPrice: 250_000, bedrooms: '3' },
    ],
    ['أحتاج غرفتي نوم في لارنكا', 'update_requirements', { bedrooms: '2', district: 'Larnaca' }],
    [
      'سجل أن العميل يفضل الطابق الأرضي',
      'store_insight',
      { text: 'العميل يفضل الطابق الأرضي', category: 'preference' },
    ],
    [
      'Which views does the client enjoy?',
      'retrieve_context',
      { query: 'Which views does the client enjoy?' },
    ],
    [
      'How many conversations did we have this month?',
      'query_org_data',
      {
        dataset: 'conversations',
        operation: 'count',
        filters: [{ field: 'createdAt', op: 'gte', value: '2026-11-01' }],
      },
    ],
    ['كم عدد المحادثات هذا الشهر؟', 'query_org_data', { dataset: 'conversations', operation: 'count' }],
    ['List our newest leads', 'query_org_data', { dataset: 'contacts', operation: 'list' }],
    [
      'Average time per turn by agent this week',
      'query_org_data',
      { dataset: 'turns', operation: 'aggregate', groupBy: ['agent'] },
    ],
    ['Which tools fail most often?', 'query_org_data', { dataset: 'tool_calls', groupBy: ['tool'] }],
    [
      'Average price of our listings per district',
      'query_org_data',
      { dataset: 'properties', groupBy: ['district'] },
    ],
    [
      'Show me properties in Paphos under 200k',
      'search_properties',
      { district: 'Paphos', maxPrice: 200_000 },
    ],
    [
      'I hate the noise in front of our house.',
      'store_insight',
      { text: 'I hate the noise in front of our house.', category: 'preference' },
    ],
    ["we can't stand the trams here", 'store_insight', {}],
    [
      'هل يمكنكم إضافة دعم واتساب من فضلكم؟',
      'request_feature',
      { title: 'إضافة دعم واتساب', category: 'channel' },
    ],
    ['أرجو إضافة دعم واتساب', 'request_feature', { title: 'إضافة دعم واتساب' }],
    ['من فضلك أضف دعم واتساب', 'request_feature', { title: 'إضافة دعم واتساب' }],
    ['أتمنى لو كان بإمكانكم دعم واتساب', 'request_feature', { title: 'دعم واتساب' }],
    [
      'How many two bedroom flats are there in Paphos?',
      'search_properties',
      { district: 'Paphos', bedrooms: 2, propertyType: 'Apartment' },
    ],
    [
      'Could you please add support for WhatsApp?',
      'request_feature',
      { title: 'add support for WhatsApp', category: 'channel' },
    ],
    [
      'Please ask your team to add Russian',
      'request_feature',
      { title: 'add Russian', category: 'language' },
    ],
    ['You should be able to read PDFs, can you pass that on?', 'request_feature', {}],
    ['أتمنى لو تدعمون إرسال رسائل واتساب', 'request_feature', { category: 'channel' }],
    [
      'It would be great if you could find a flat in Paphos under 200k',
      'search_properties',
      { district: 'Paphos', maxPrice: 200_000 },
    ],
    [
      'I wish we could find a villa in Limassol',
      'search_properties',
      { district: 'Limassol', propertyType: 'Villa' },
    ],
  ])('%s', async (text, name, input) => {
    expect(await firstCall(text)).toEqual({ name, input: expect.objectContaining(input) });
  });

  it.each<[string, string, Record<string, unknown>]>([
    [
      'How many turns failed today?',
      'query_org_data',
      {
        dataset: 'turns',
        operation: 'count',
        filters: [
          { field: 'createdAt', op: 'gte', value: '2026-11-23' },
          { field: 'status', op: 'eq', value: 'failed' },
        ],
      },
    ],
    [
      'How many cancelled turns did we have today?',
      'query_org_data',
      { dataset: 'turns', operation: 'count' },
    ],
    [
      'How many conversations did we have between 2026-11-19 and 2026-11-20?',
      'query_org_data',
      { filters: [{ field: 'createdAt', op: 'between', value: ['2026-11-19', '2026-11-20'] }] },
    ],
    [
      'How many deals did we close this year by stage?',
      'query_org_data',
      { dataset: 'deals', operation: 'aggregate', groupBy: ['stage'] },
    ],
    ['Show me deals', 'query_org_data', { dataset: 'deals', operation: 'list' }],
    ['Show me the latest 5 deals', 'query_org_data', { dataset: 'deals', operation: 'list', limit: 5 }],
    [
      'How many properties are available by district?',
      'query_org_data',
      { dataset: 'properties', operation: 'aggregate', groupBy: ['district'] },
    ],
    ['كم صفقة لدينا؟', 'query_org_data', { dataset: 'deals', operation: 'count' }],
    [
      'How many conversations about mortgages did we have this month?',
      'query_org_data',
      { dataset: 'conversations', unanswered: ['mortgages'] },
    ],
    [
      'Find 2 bedroom apartments in Paphos under 200k near the sea',
      'search_properties',
      { district: 'Paphos', bedrooms: 2, maxPrice: 200_000 },
    ],
    [
      'Show me properties in Paphos under 200k',
      'search_properties',
      { district: 'Paphos', maxPrice: 200_000 },
    ],
  ])('of staff: %s', async (text, name, input) => {
    expect(await firstCall(text, [], { userId: 'agent-01' })).toEqual({
      name,
      input: expect.objectContaining(input),
    });
  });

  it.each([
    ['How many properties are available by district?', 'query_org_data'],
    ['Show me deals', 'search_properties'],
  ])('of a customer: %s', async (text, name) => {
    expect(await firstCall(text)).toMatchObject({ name });
  });

  // Tools for these come with other packs of work; until then nothing must be looked up, let alone saved, instead.
  it.each([
    'Offer 415,000 on deal-002',
    'What would the monthly instalment be on 200,000 with 30% down over 25 years at 4%?',
    'Book a viewing of prop-0043 tomorrow at 13:00',
    'Book a viewing in Paphos tomorrow',
    'Prepare the sale agreement for deal-001',
    'What is the weather in general?',
    'احجز معاينة غدا في بافوس',
  ])('calls nothing for %j', async (text) => {
    expect(await firstCall(text)).toEqual({ name: expect.stringContaining('(said: '), input: {} });
  });

  const utterances = tools.flatMap((tool) => tool.examples.map((example) => [example, tool.name] as const));
  it.each(utterances)('%s is for %s, also when it is no example', async (text, name) => {
    expect((await firstCall(text)).name).toBe(name);
    expect((await firstCall(text, [], { without: text })).name).toBe(name);
  });

  it('repeats the last search for another place', async () => {
    const call = {
      id: '1',
      name: 'search_properties',
      arguments: { district: 'Paphos', bedrooms: 2, maxPrice: 200_000 },
    };
    const history: ModelMessage[] = [
      { role: 'user', text: 'Find 2 bedroom flats in Paphos under 200k' },
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', toolCallId: '1', name: call.name, text: '{"success":true,"data":{}}' },
      { role: 'assistant', text: 'Three match.', toolCalls: [] },
    ];
    for (const [text, district] of [
      ['And the same for Larnaca', 'Larnaca'],
      ['and in Coral Bay?', 'Coral Bay'],
    ]) {
      expect(await firstCall(text!, history)).toEqual({
        name: 'search_properties',
        input: { ...call.arguments, district },
      });
    }
  });
});
