// A viewing at a time without a day, behind a look into a calendar, over the tools of estio without running them.
import type { ModelMessage } from '#models';
import { OfflineModel } from './offline.model.ts';
import { asOffered, estioTools, facts, hintsOf, toolsNamed } from './testing/estio-tools.ts';

const tools = [...estioTools, ...toolsNamed('schedule_viewing', 'check_calendar')];
const SLOT = {
  start: '2026-11-25T09:00:00Z',
  end: '2026-11-25T10:00:00Z',
  agentId: 'agent-02',
  agentName: 'Maria',
};
const call = (id: string, name: string, args: object, result: object): ModelMessage[] => [
  { role: 'assistant', text: '', toolCalls: [{ id, name, arguments: { ...args } }] },
  { role: 'tool', toolCallId: id, name, text: JSON.stringify({ success: true, data: result }) },
];
const asked = { agentId: 'Sofia', dateFrom: '2026-11-30', dateTo: '2026-11-30' };
const looked: ModelMessage[] = [
  { role: 'user', text: 'is Sofia free on Monday?' },
  ...call('1', 'check_calendar', asked, { timezone: 'Asia/Nicosia', slots: [SLOT], busy: [] }),
  { role: 'assistant', text: 'Sofia is free on Monday.', toolCalls: [] },
];

async function booked(text: string, before: ModelMessage[]) {
  const messages: ModelMessage[] = [...before, { role: 'user', text }];
  for (let round = 2; round < 5; round += 1) {
    const { toolCalls } = await new OfflineModel(hintsOf(undefined, tools)).generate({
      model: 'offline-standard',
      system: '',
      messages,
      tools: asOffered(tools),
      signal: new AbortController().signal,
      facts: { ...facts, userId: 'agent-01' },
    });
    const [made] = toolCalls;
    if (!made || made.name === 'schedule_viewing') return made?.arguments;
    messages.push(
      ...call(made.id, made.name, made.arguments, { timezone: 'Asia/Nicosia', slots: [SLOT], busy: [] }),
    );
  }
  return undefined;
}

it.each(['book prop-0032 with her at 11am for Elena', 'احجز معاينة prop-0032 معها الساعة 11'])(
  '%s: on the day and with the agent that were asked for',
  async (text) =>
    expect(await booked(text, looked)).toMatchObject({
      propertyId: 'prop-0032',
      startsAt: '2026-11-30T11:00:00+02:00',
      agentId: 'Sofia',
    }),
);

it.each([
  'book prop-0032 with Maria on Thursday at 11am',
  'احجز معاينة prop-0032 مع ماريا يوم الخميس الساعة 11',
])('%s: what the message names comes first', async (text) => {
  const made = await booked(text, looked);
  expect(made).toMatchObject({ startsAt: '2026-11-26T11:00:00+02:00' });
  expect(made?.['agentId']).not.toBe('Sofia');
});

it('takes nothing up once something was booked since', async () => {
  const since: ModelMessage[] = [
    ...looked,
    { role: 'user', text: 'book prop-0032 at 11am' },
    ...call('2', 'schedule_viewing', { propertyId: 'prop-0032', startsAt: '2026-11-30T11:00:00+02:00' }, {}),
    { role: 'assistant', text: 'Booked.', toolCalls: [] },
  ];
  expect(await booked('book prop-0033 at 3pm', since)).toMatchObject({
    startsAt: '2026-11-23T15:00:00+02:00',
  });
});

it.each([
  ['book prop-0021 for wednesday 10am. wait no, thursday 10am', '2026-11-26T10:00:00+02:00'],
  ['احجز معاينة prop-0042 الاثنين الساعة ١١، لا قصدي الثلاثاء الساعة ١١', '2026-11-24T11:00:00+02:00'],
])('%s: the correction wins', async (text, startsAt) =>
  expect(await booked(text, [])).toMatchObject({ startsAt }),
);
