import { toolGapsOf } from './tool-gaps.ts';

type GapFacts = Parameters<typeof toolGapsOf>[0];

const turn = (over: Partial<GapFacts> = {}): GapFacts => ({
  text: 'Sync this with Xero',
  reply: 'Here it is.',
  selection: { nothingFits: false },
  toolsSelected: [],
  foundBySearch: [],
  calls: (over.toolsSelected ?? []).map((tool) => ({ tool, success: true })),
  ...over,
});

it.each<[string, Partial<GapFacts>, string[]]>([
  ['an answer without tools', {}, []],
  ['nothing that fits', { selection: { nothingFits: true } }, ['nothing_ranked']],
  ['small talk', { text: 'Hello, good morning!', selection: { nothingFits: true } }, []],
  ['small talk in Arabic', { text: 'شكرا جزيلا', selection: { nothingFits: true } }, []],
  ['a tool that helped all the same', { selection: { nothingFits: true }, toolsSelected: ['find'] }, []],
  ['a search in vain', { toolsSelected: ['tool_search'] }, ['search_found_nothing']],
  ['a search that found', { toolsSelected: ['tool_search', 'find'], foundBySearch: ['find'] }, []],
  ['a search in vain after which a tool did the work', { toolsSelected: ['tool_search', 'find'] }, []],
  ['work before a search in vain', { toolsSelected: ['find', 'tool_search'] }, ['search_found_nothing']],
  [
    'a search in vain after one that found',
    { toolsSelected: ['tool_search', 'find', 'tool_search'], foundBySearch: ['find'] },
    [],
  ],
  [
    'a search that was refused for its arguments',
    { toolsSelected: ['tool_search'], calls: [{ tool: 'tool_search', success: false }] },
    [],
  ],
  [
    'a search in vain of a program',
    {
      toolsSelected: ['tool_search'],
      calls: [{ tool: 'run_program', success: true, called: ['tool_search'] }],
    },
    ['search_found_nothing'],
  ],
  ['a recorded wish', { toolsSelected: ['request_feature'] }, ['feature_requested']],
  [
    'a wish after a search in vain, which is told',
    {
      toolsSelected: ['tool_search', 'request_feature'],
      reply: 'I don’t have a tool for that, I passed it on.',
    },
    ['search_found_nothing', 'said_no_tool', 'feature_requested'],
  ],
  ['a refusal after work', { toolsSelected: ['find'], reply: 'I am unable to go lower.' }, []],
])('%s', (_name, over, gaps) => {
  expect(toolGapsOf(turn(over))).toEqual(gaps);
});

it.each([
  'I have nothing here that does this. You can ask me, for example: “A villa”.',
  'I cannot do that here: I looked for a way and found none.',
  'Sorry, I’m not able to send faxes.',
  'I can’t help with that, but I can search.',
  'There is no tool for that yet.',
  'لا يوجد لدي هنا ما يقوم بذلك.',
  'لا أستطيع ذلك هنا: بحثت عن طريقة ولم أجد.',
  'عذرا، لا يمكنني القيام بذلك.',
])('%s says that there is no tool', (reply) => {
  expect(toolGapsOf(turn({ reply }))).toEqual(['said_no_tool']);
});

it.each([
  'What is your budget?',
  'I can show you three villas.',
  'ما هي ميزانيتك؟',
  'Which tool do you mean?',
])('%s says no such thing', (reply) => {
  expect(toolGapsOf(turn({ reply }))).toEqual([]);
});
