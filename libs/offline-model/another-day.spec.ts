// A day of which no time was told, behind the times of another one, over the tools of estio without running them.
import type { ModelMessage } from '#models';
import { OfflineModel } from './offline.model.ts';
import { asOffered, facts, hintsOf, toolsNamed } from './testing/estio-tools.ts';

const tools = toolsNamed('check_calendar', 'schedule_viewing');
const WEDNESDAY = { propertyId: 'prop-0050', dateFrom: '2026-11-25', dateTo: '2026-11-25' };
const slot = (start: string, who: string) => ({
  start: `2026-11-25T${start}:00.000Z`,
  agentId: `agent-${who}`,
  agentName: who,
});
const slots = [slot('07:00', 'Maria'), slot('07:30', 'Sofia'), slot('13:00', 'Maria')];
const TIMES = `Free times for prop-0050 (Asia/Nicosia):
1. Wednesday 25 November, 09:00 with Maria
2. Wednesday 25 November, 09:30 with Sofia
3. Wednesday 25 November, 15:00 with Maria
Which one suits?`;
const ONE_TIME = 'That time is free: Wednesday 25 November, 15:00 with Maria for prop-0050. Shall I book it?';

async function callBehind(reply: string, text: string) {
  const messages: ModelMessage[] = [
    { role: 'user', text: 'can I see prop-0050 on Wednesday?' },
    {
      role: 'assistant',
      text: '',
      toolCalls: [{ id: '1', name: 'check_calendar', arguments: WEDNESDAY }],
    },
    {
      role: 'tool',
      toolCallId: '1',
      name: 'check_calendar',
      text: JSON.stringify({ success: true, data: { timezone: facts.timezone, slots, busy: [] } }),
    },
    { role: 'assistant', text: reply, toolCalls: [] },
    { role: 'user', text },
  ];
  const model = new OfflineModel(hintsOf(undefined, tools));
  const { toolCalls } = await model.generate({
    model: 'offline-standard',
    system: '',
    messages,
    tools: asOffered(tools),
    signal: new AbortController().signal,
    facts: { ...facts, agent: 'coordinator' },
  });
  return toolCalls[0];
}

const onDay = (day: string, more = {}) => ({
  name: 'check_calendar',
  arguments: { propertyId: 'prop-0050', dateFrom: day, dateTo: day, ...more },
});

describe.each([
  ['times', TIMES],
  ['a time', ONE_TIME],
])('behind %s of Wednesday', (_, reply) => {
  it.each([
    ['Thursday at 3pm', onDay('2026-11-26')],
    ['Thursday at 3pm with mum', onDay('2026-11-26')],
    ['Thursday at 3pm with Mum', onDay('2026-11-26')],
    ['Thursday with my wife', onDay('2026-11-26')],
    ['ok, 3 December at 10 with my wife', onDay('2026-12-03')],
    ['tomorrow with kids', onDay('2026-11-24')],
    ['الخميس مع زوجتي', onDay('2026-11-26')],
    ['Thursday with Maria', onDay('2026-11-26', { agentId: 'Maria' })],
    ['the 26th at 3pm with mum', onDay('2026-11-26')],
    ['Thursday at 3pm?', onDay('2026-11-26')],
    ['Thursday at 3pm with mum?', onDay('2026-11-26')],
    ['how about Thursday at 3pm with my wife?', onDay('2026-11-26')],
    ['Thursday at 3pm with Maria?', onDay('2026-11-26', { agentId: 'Maria' })],
    ['how about 3pm?', onDay('2026-11-25')],
    ['Thursday at 3pm with maria', onDay('2026-11-26', { agentId: 'maria' })],
  ])('%s is looked at by itself', async (text, call) =>
    expect(await callBehind(reply, text)).toMatchObject(call),
  );
  it.each(['Wednesday at 3pm with my wife', '3pm with mum', 'Wednesday at 3pm with Maria'])(
    '%s is booked',
    async (text) =>
      expect(await callBehind(reply, text)).toMatchObject({
        name: 'schedule_viewing',
        arguments: { propertyId: 'prop-0050', startsAt: '2026-11-25T13:00:00.000Z' },
      }),
  );
  it.each(['yesterday at 3pm', 'yesterday at 3pm with mum'])('%s is no time of another day', async (text) =>
    expect(await callBehind(reply, text)).toBeUndefined(),
  );
});
