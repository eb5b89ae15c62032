// Whose calendar is meant where staff speak of their own, over the tools of estio without running them.
import { OfflineModel } from './offline.model.ts';
import { asOffered, estioTools, facts, hintsOf, toolsNamed } from './testing/estio-tools.ts';

const tools = [...estioTools, ...toolsNamed('check_calendar')];
const USER = '0199a000-0000-7000-8000-00000000000a';

async function agentFor(text: string, userId: string | null) {
  const { toolCalls } = await new OfflineModel(hintsOf(undefined, tools)).generate({
    model: 'offline-standard',
    system: '',
    messages: [{ role: 'user', text }],
    tools: asOffered(tools),
    signal: new AbortController().signal,
    facts: { ...facts, agent: 'objection_handler', userId },
  });
  return toolCalls.map(({ name, arguments: input }) => [name, input['agentId']]);
}

it.each([
  'When am I free on Thursday?',
  'Which times are open in my diary tomorrow?',
  'Tell me when I am free on Thursday',
  'متى أكون متاحا يوم الأربعاء؟',
  'هل أنا متاح يوم الأربعاء؟',
])('%s: of the member of the office who asks, and of nobody for a customer', async (text) => {
  expect(await agentFor(text, USER)).toEqual([['check_calendar', USER]]);
  expect(await agentFor(text, null)).toEqual([['check_calendar', undefined]]);
});

it.each([
  ['Which times are open on Thursday afternoon?', undefined],
  ['I am free on Thursday, which times are open?', undefined],
  ["I'm available tomorrow, which times are open?", undefined],
  ['أنا متاح يوم الخميس، ما المواعيد المتاحة؟', undefined],
  ["Is Andreas's diary free next week for an hour?", 'Andreas'],
])('%s', async (text, agent) => expect(await agentFor(text, USER)).toEqual([['check_calendar', agent]]));
