// Papers and offers of the deal that the conversation is about, over the tools of estio without running them.
import type { ModelMessage } from '#models';
import { OfflineModel } from './offline.model.ts';
import { asOffered, estioTools, facts, hintsOf, toolsNamed } from './testing/estio-tools.ts';

const tools = [...estioTools, ...toolsNamed('generate_contract', 'send_offer', 'send_docusign')];
const spokenOf = (deal: string): ModelMessage[] => [
  { role: 'user', text: `how does ${deal} stand?` },
  { role: 'assistant', text: `${deal}: the offer was accepted.`, toolCalls: [] },
];

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
  ['Now draw up the agreement', 'generate_contract', { dealId: 'deal-002' }],
  ['Draw up the sale agreement', 'generate_contract', { dealId: 'deal-002' }],
  ['جهز عقد البيع', 'generate_contract', { dealId: 'deal-002' }],
  ['Put 415 thousand to the owner', 'send_offer', { dealId: 'deal-002', amount: 415_000 }],
  ['Send it out for signature', 'send_docusign', { dealId: 'deal-002' }],
  ['Send it for signature', 'send_docusign', { dealId: 'deal-002' }],
  ["Let's draw up the agreement by Friday", 'generate_contract', { dealId: 'deal-002' }],
  ['Draw up the agreement for the buyer', 'generate_contract', { dealId: 'deal-002' }],
  ['Put 415 thousand to the other side', 'send_offer', { dealId: 'deal-002', amount: 415_000 }],
  ['أرسل عرضا بقيمة 170 ألف يورو إلى المالك', 'send_offer', { dealId: 'deal-002' }],
  ['جهز عقد البيع للمشتري', 'generate_contract', { dealId: 'deal-002' }],
  ['أرسل العقد للتوقيع', 'send_docusign', { dealId: 'deal-002' }],
  ['أعد عقد الإيجار مع شرط لكل طرف', 'generate_contract', { dealId: 'deal-002' }],
  ['قدّم عرضا إلى المالك لبيع الشقة بمبلغ 430 ألف', 'send_offer', { dealId: 'deal-002' }],
  ['Draw up the sale agreement for deal-001', 'generate_contract', { dealId: 'deal-001' }],
])('%s: of the deal that was spoken of last', async (text, name, input) => {
  const { calls } = await answerTo(text, [...spokenOf('deal-001'), ...spokenOf('deal-002')]);
  expect(calls).toEqual([expect.objectContaining({ name, input: expect.objectContaining(input) })]);
});

it.each([
  ['where none was', 'Draw up the sale agreement', []],
  [
    'where the message names a home of some other deal',
    'Draw up the sale agreement for prop-0078',
    spokenOf('deal-002'),
  ],
])('%s it is asked for', async (_, text, before) => {
  const { calls, reply } = await answerTo(text, before);
  expect(calls).toEqual([]);
  expect(reply).toMatch(/which deal/i);
});

it.each([
  "Send Maria's contract for signature",
  'Send it to Nikos for signature',
  'Send Nikos the contract for signature',
  'Get the agreement with Maria signed electronically',
  'Draw up the sale agreement for Maria Georgiou',
  'Draw up the sale agreement for our client Maria',
  'Draw up the reservation agreement for the villa in Peyia',
  'Now draw up the agreement for another buyer',
  'Send an offer of 300k for the other flat',
  'Put 300k to the owner of the flat in Limassol',
  'جهز عقد البيع لماريا',
  'جهز عقد البيع لديمتري',
  'جهز عقد البيع للسيدة ماريا',
  'أرسل العقد إلى نيكوس للتوقيع',
  'جهز عقد البيع لمشتر آخر',
])('%s is not of the deal that was spoken of', async (text) => {
  const { calls } = await answerTo(text, spokenOf('deal-002'));
  for (const { input } of calls) expect(JSON.stringify(input)).not.toContain('deal-002');
});

it('sends no contract that was just made where somebody else is named', async () => {
  const made: ModelMessage[] = [
    { role: 'user', text: 'Draw up the sale agreement for deal-002' },
    {
      role: 'assistant',
      text: '',
      toolCalls: [{ id: '1', name: 'generate_contract', arguments: { dealId: 'deal-002' } }],
    },
    {
      role: 'tool',
      toolCallId: '1',
      name: 'generate_contract',
      text: JSON.stringify({ success: true, data: { contractId: 'contract-7', dealId: 'deal-002' } }),
    },
    { role: 'assistant', text: 'Here is the draft.', toolCalls: [] },
  ];
  const sent = async (text: string) => (await answerTo(text, made)).calls[0]?.input;
  expect(await sent('Send it for signature')).toMatchObject({ contractId: 'contract-7' });
  expect(await sent("Send Maria's contract for signature")).not.toHaveProperty('contractId');
});

it('is noted with what happened to it, and with nothing else', async () => {
  const noted = async (text: string) => (await answerTo(text, spokenOf('deal-002'))).calls[0]?.input;
  expect(await noted('Log that he asked about the deal')).toMatchObject({ dealId: 'deal-002' });
  expect(await noted('Log that he accepted the sale agreement')).toMatchObject({ dealId: 'deal-002' });
  expect(await noted('Log that I rang him and got no answer')).not.toHaveProperty('dealId');
});

it.each([
  'Log that she changed her job contract',
  'Log that he saw the summer sale at Ikea',
  'Log that he told me of the sale at Ikea',
  'Log that the contract of her employer ends in May',
  'Log that he rejected the offer on another flat',
])('%s: it is of no deal', async (text) => {
  const [call] = (await answerTo(text, spokenOf('deal-002'))).calls;
  expect(call).toMatchObject({ name: 'log_activity' });
  expect(call?.input).not.toHaveProperty('dealId');
});
