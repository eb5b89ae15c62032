// Papers and offers of the deal that the conversation is about, over the tools of estio without running them.
import type { ModelMessage } from '../language-model.ts';
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

it('is noted with what happened to it, and with nothing else', async () => {
  const noted = async (text: string) => (await answerTo(text, spokenOf('deal-002'))).calls[0]?.input;
  expect(await noted('Log that he asked about the deal')).toMatchObject({ dealId: 'deal-002' });
  expect(await noted('Log that I rang him and got no answer')).not.toHaveProperty('dealId');
});
