// What is spoken of and what is asked for, over the tools of estio without running them.
import type { ModelMessage } from '#models';
import { OfflineModel } from './offline.model.ts';
import { asOffered, estioTools, facts, hintsOf, toolsNamed } from './testing/estio-tools.ts';

const DEEDS = ['send_offer', 'send_docusign', 'generate_contract', 'send_listing_alert', 'schedule_viewing'];
const tools = [...estioTools, ...toolsNamed(...DEEDS, 'check_calendar', 'calculate_mortgage', 'create_deal')];

async function answerTo(text: string, before: ModelMessage[] = []) {
  const { toolCalls, text: reply } = await new OfflineModel(hintsOf(undefined, tools)).generate({
    model: 'offline-standard',
    system: '',
    messages: [...before, { role: 'user', text }],
    tools: asOffered(tools),
    signal: new AbortController().signal,
    facts: { ...facts, agent: 'closer', userId: 'agent-01' },
  });
  return { calls: toolCalls.map(({ name, arguments: input }) => ({ name, input })), reply };
}

it.each([
  'what would happen if we offered 400k on deal-002?',
  'how would the owner react to an offer of 405k on deal-002?',
  'was an offer of 410k made on deal-002 last week?',
  "Omar thinks an offer of 390k on deal-002 would be rude, don't you agree?",
  'cancel the offer of 400k on deal-002',
  'should I send an offer of 170k on deal-001 or wait?',
  'هل نرسل عرض سعر بقيمة 420 ألف على deal-002؟',
  'لو قدمنا عرض سعر 400 ألف على deal-002 شو ممكن يصير؟',
  'لا ترسل عرضا بقيمة 400 ألف على deal-002',
  'did we already send contract-001 for signature?',
  'should we send contract-001 for signature?',
  'who still has to sign contract-001?',
  'هل أرسلنا contract-001 للتوقيع؟',
  'why did you prepare the sale agreement for deal-001 twice?',
  'what does the sale agreement for deal-001 say about the deposit?',
  'ماذا يقول عقد البيع للصفقة deal-001 عن العربون؟',
  'when did we last mail Elena new listings?',
  'should I mail contact-015 the new listings or call her?',
  'If she likes prop-0021 we would book a viewing on Wednesday at 3pm',
  'can we book a viewing of prop-0042 on Tuesday at 10am or is it too early?',
  'ممكن نحجز معاينة prop-0042 الثلاثاء الساعة 10 أم الوقت مبكر؟',
])('%s: nothing is done', async (text) => {
  const { calls } = await answerTo(text);
  expect(calls.map(({ name }) => name).filter((name) => DEEDS.includes(name))).toEqual([]);
});

it.each([
  ['please send an offer of 400k on deal-002', 'send_offer', { dealId: 'deal-002', amount: 400_000 }],
  ['هل يمكنك إرسال عرض بقيمة 400 ألف على deal-002؟', 'send_offer', { dealId: 'deal-002' }],
  ['could you put 415k to the owner of deal-002?', 'send_offer', { amount: 415_000 }],
  ['can you send contract-001 for signature?', 'send_docusign', { contractId: 'contract-001' }],
  ['would you draw up the sale agreement for deal-001?', 'generate_contract', { dealId: 'deal-001' }],
  ['هل يمكنك تجهيز عقد البيع للصفقة deal-001؟', 'generate_contract', { dealId: 'deal-001' }],
  ['could you mail contact-015 anything new?', 'send_listing_alert', { contactId: 'contact-015' }],
])('%s: a request is followed', async (text, name, input) => {
  const { calls } = await answerTo(text);
  expect(calls).toEqual([expect.objectContaining({ name, input: expect.objectContaining(input) })]);
});

it.each([
  'can you book a viewing of prop-0021 on Thursday at 11am?',
  'هل يمكنك حجز معاينة prop-0021 يوم الخميس الساعة 11؟',
])('%s: the calendar is looked at for it', async (text) => {
  const { calls } = await answerTo(text);
  expect(calls.map(({ name }) => name)).toEqual(['check_calendar']);
});

it('asks for the sum of an offer that is asked for', async () => {
  const { calls, reply } = await answerTo('could you send the offer on deal-002?');
  expect(calls).toEqual([]);
  expect(reply).toContain('How much is the offer?');
});

it('says that nothing was done, and how it is asked for', async () => {
  const { reply } = await answerTo('how would the owner react to an offer of 405k on deal-002?');
  expect(reply).toMatch(/done nothing.*for example “Put 415 thousand to the owner for deal-002”/);
  const arabic = await answerTo('هل نرسل عرض سعر بقيمة 420 ألف على deal-002؟');
  expect(arabic.reply).toMatch(/لم أنفذ شيئا.*«أرسل عرضا/);
});

const asked: ModelMessage[] = [
  { role: 'user', text: 'send an offer on deal-002' },
  { role: 'assistant', text: 'How much is the offer?', toolCalls: [] },
];

it.each(['what would the owner say to 400k?', 'should it be 400k or less?', 'ماذا سيقول المالك عن 400 ألف؟'])(
  '%s: is no answer to the question for the sum',
  async (text) => expect((await answerTo(text, asked)).calls).toEqual([]),
);

it.each(['400k', 'make it 400 thousand', '400 ألف'])('%s: is one', async (text) =>
  expect((await answerTo(text, asked)).calls).toEqual([
    { name: 'send_offer', input: expect.objectContaining({ dealId: 'deal-002', amount: 400_000 }) },
  ]),
);

const sent: ModelMessage[] = [
  { role: 'user', text: 'send an offer of 400k on deal-002' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [{ id: '1', name: 'send_offer', arguments: { dealId: 'deal-002', amount: 400_000 } }],
  },
  { role: 'tool', toolCallId: '1', name: 'send_offer', text: JSON.stringify({ success: true, data: {} }) },
  { role: 'assistant', text: 'The offer is sent.', toolCalls: [] },
];

it.each(['and if it was 410k?', 'what about 410k?', 'لو كان 410 آلاف؟'])(
  '%s: no second offer goes out',
  async (text) =>
    expect((await answerTo(text, sent)).calls.map(({ name }) => name)).not.toContain('send_offer'),
);

it.each([
  "I don't need a mortgage, I pay cash. flats in Nicosia centre around 150k",
  'لا أحتاج قرضا، سأدفع نقدا. شقة في نيقوسيا بحدود 150 ألف',
])('%s: no loan is worked out', async (text) => {
  const { calls } = await answerTo(text);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.name).not.toBe('calculate_mortgage');
});
