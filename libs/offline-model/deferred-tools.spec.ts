// A tool that is offered because the broker chose it is called as one that tool_search has found.
import { z } from 'zod';
import { packs } from '#packs';
import { platformTools } from '#tools';
import type { ModelMessage } from '#models';
import type { OfflineHints } from './hints.ts';
import { OfflineModel } from './offline.model.ts';
import { facts, hintsOfTool } from './testing/estio-tools.ts';

const estio = packs.find(({ name }) => name === 'estio')!;
const tools = [
  ...estio.tools.filter(({ name, tier }) => tier === 'always' || /^(?:check_calendar|schedule_)/.test(name)),
  ...platformTools.filter(({ name }) => !estio.excludeUniversal?.includes(name)),
];
const hints: OfflineHints = {
  tool: (name) => {
    const tool = tools.find((one) => one.name === name);
    return tool && { ...tool, hints: hintsOfTool(tool) };
  },
  places: (_, set) => estio.places?.[set] ?? [],
  datasets: () => estio.datasets ?? [],
  intents: () => estio.intents ?? [],
};

const items = ['prop-0264', 'prop-0265'].map((id) => ({ id, title: `Flat ${id}`, price: 138_500 }));
const searched: ModelMessage[] = [
  { role: 'user', text: 'a 2 bed flat in Larnaca up to 180k' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [{ id: '1', name: 'search_properties', arguments: { district: 'Larnaca' } }],
  },
  {
    role: 'tool',
    toolCallId: '1',
    name: 'search_properties',
    text: JSON.stringify({ success: true, data: { items, total: 2, returned: 2 } }),
  },
  { role: 'assistant', text: '1. Flat (prop-0264)\n2. Flat (prop-0265)', toolCalls: [] },
];

it.each([
  ['can i see the first one on friday?', 'check_calendar', { propertyId: 'prop-0264' }],
  ['can I view the first one on Friday at 10?', 'check_calendar', { propertyId: 'prop-0264' }],
  ["we'd like to visit the second one on Friday at 10", 'check_calendar', { propertyId: 'prop-0265' }],
  ['could we see number 2 on friday afternoon?', 'check_calendar', { propertyId: 'prop-0265' }],
  ['can i see the villas in Paphos?', 'search_properties', { district: 'Paphos', propertyType: 'Villa' }],
  ['can we see houses under 300k', 'search_properties', { maxPrice: 300_000, propertyType: 'House' }],
  ['could I see your listings in Limassol', 'search_properties', { district: 'Limassol' }],
])('%s is for %s', async (text, name, input) => {
  const { toolCalls } = await new OfflineModel(hints).generate({
    model: 'offline-standard',
    system: '',
    messages: [...searched, { role: 'user', text }],
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: z.toJSONSchema(tool.input, { io: 'input' }),
    })),
    signal: new AbortController().signal,
    facts: { ...facts, agent: 'coordinator' },
  });
  expect(toolCalls).toEqual([expect.objectContaining({ name, arguments: expect.objectContaining(input) })]);
});

const times: ModelMessage[] = [
  ...searched,
  { role: 'user', text: 'can we see the first one on Friday?' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [
      { id: '2', name: 'check_calendar', arguments: { propertyId: 'prop-0264', dateFrom: '2026-11-27' } },
    ],
  },
  {
    role: 'tool',
    toolCallId: '2',
    name: 'check_calendar',
    text: JSON.stringify({
      success: true,
      data: {
        timezone: 'Asia/Nicosia',
        slots: ['07:00', '07:30', '08:00', '08:30'].map((at) => ({
          start: `2026-11-27T${at}:00.000Z`,
          end: `2026-11-27T${at}:00.000Z`,
          agentId: 'agent-01',
          agentName: 'Andreas Georgiou',
        })),
      },
    }),
  },
  { role: 'assistant', text: 'Free times:\n1. Friday, 09:00 with Andreas\nWhich one suits?', toolCalls: [] },
];

async function answered(before: ModelMessage[], text: string) {
  const { toolCalls } = await new OfflineModel(hints).generate({
    model: 'offline-standard',
    system: '',
    messages: [...before, { role: 'user', text }],
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: z.toJSONSchema(tool.input, { io: 'input' }),
    })),
    signal: new AbortController().signal,
    facts: { ...facts, agent: 'coordinator' },
  });
  return toolCalls;
}
const booked = (startsAt: string) => [
  expect.objectContaining({
    name: 'schedule_viewing',
    arguments: expect.objectContaining({ startsAt, propertyId: 'prop-0264' }),
  }),
];

it.each(['ok 10:30 then', '10:30 please', 'at half past ten'])(
  '%s picks the time behind those that were told',
  async (text) => expect(await answered(times, text)).toEqual(booked('2026-11-27T08:30:00.000Z')),
);

it.each(['yes', 'yes book it', 'ok please book it', 'go ahead', 'نعم احجزه'])(
  '%s takes the time that was asked for',
  async (text) => {
    const asked = times.map((message) =>
      message.text.endsWith('on Friday?')
        ? { ...message, text: 'can we see the first one on Friday at 10?' }
        : message,
    );
    expect(await answered(asked, text)).toEqual(booked('2026-11-27T08:00:00.000Z'));
  },
);
