// What is asked of a loan, and what follows it, over the tools of estio with the one that computes it.
import { z } from 'zod';
import { packs } from '#packs';
import { platformTools } from '#tools';
import type { ModelMessage } from '#models';
import type { OfflineHints } from './hints.ts';
import { OfflineModel } from './offline.model.ts';
import { facts, hintsOfTool } from './testing/estio-tools.ts';

const estio = packs.find(({ name }) => name === 'estio')!;
const tools = [
  ...estio.tools.filter(({ name, tier }) => tier === 'always' || name === 'calculate_mortgage'),
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

const made = (text: string, name: string, input: object, data: object, reply: string): ModelMessage[] => [
  { role: 'user', text },
  { role: 'assistant', text: '', toolCalls: [{ id: name, name, arguments: { ...input } }] },
  { role: 'tool', toolCallId: name, name, text: JSON.stringify({ success: true, data }) },
  { role: 'assistant', text: reply, toolCalls: [] },
];
const items = ['prop-0281', 'prop-0282'].map((id) => ({ id, title: `Flat ${id}`, price: 162_500 }));
const searched = made(
  'شقق غرفتين للبيع في لارنكا تحت 180 ألف',
  'search_properties',
  { district: 'Larnaca', bedrooms: 2, maxPrice: 180_000 },
  { items, total: 2, returned: 2 },
  '1. Flat (prop-0281)\n2. Flat (prop-0282)',
);
const lent = { propertyId: 'prop-0282', downPayment: 50_000, termYears: 20 };
const calculated = [
  ...searched,
  ...made(
    'كم القسط الشهري للثانية؟',
    'calculate_mortgage',
    lent,
    { monthlyPayment: 681 },
    'القسط الشهري 681.',
  ),
];

async function callsFor(text: string, history: ModelMessage[]) {
  const { toolCalls } = await new OfflineModel(hints).generate({
    model: 'offline-standard',
    system: '',
    messages: [...history, { role: 'user', text }],
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: z.toJSONSchema(tool.input, { io: 'input' }),
    })),
    signal: new AbortController().signal,
    facts,
  });
  return toolCalls.map(({ name, arguments: input }) => ({ name, input }));
}

it.each([
  'كم القسط الشهري للثانية لو دفعت 50 ألف على 20 سنة؟',
  'كم القسط الشهري للثانية إذا دفعنا ٥٠ ألف مقدما على 20 سنة؟',
  'احسب قسط الثانية، سأدفع 50 ألف كدفعة أولى على 20 سنة',
  'what would the second one cost a month with 50k down over 20 years?',
  'monthly instalment for the second one if I pay 50k upfront over 20 years',
  'the mortgage of the second one over 20 years if we put in 50k of our own',
])('%s: what is paid down is no price', async (text) =>
  expect(await callsFor(text, searched)).toEqual([{ name: 'calculate_mortgage', input: lent }]),
);

it.each<[string, object]>([
  ['and over 15 years?', { termYears: 15 }],
  ['وعلى 15 سنة؟', { termYears: 15 }],
  ['على 15 سنة؟', { termYears: 15 }],
  ['وإذا كانت المدة ١٥ سنة؟', { termYears: 15 }],
  ['طيب ولو على 30 سنة', { termYears: 30 }],
  ['what if it is over 30 years?', { termYears: 30 }],
  ['and with 80k down?', { downPayment: 80_000 }],
  ['ولو دفعت 80 ألف؟', { downPayment: 80_000 }],
])('%s: the same loan with another figure', async (text, changed) =>
  expect(await callsFor(text, calculated)).toEqual([
    { name: 'calculate_mortgage', input: { ...lent, ...changed } },
  ]),
);

it.each([
  'and in Limassol under 200k?',
  'وفي ليماسول تحت 200 ألف؟',
  'and what is there in Limassol under 200k?',
])('%s: a search, which goes on with the one before', async (text) =>
  expect(await callsFor(text, calculated)).toEqual([
    {
      name: 'search_properties',
      input: expect.objectContaining({ district: 'Limassol', maxPrice: 200_000 }) as object,
    },
  ]),
);

it.each(['and in Limassol under 200k?'])('%s: a search of its own where none was made', async (text) =>
  expect(await callsFor(text, calculated.slice(searched.length))).toEqual([
    {
      name: 'search_properties',
      input: expect.objectContaining({ district: 'Limassol', maxPrice: 200_000 }) as object,
    },
  ]),
);

it.each(['and in Paphos?', 'ماذا عن شقة في بافوس؟', 'villas built in the last 15 years in Paphos'])(
  '%s computes no loan',
  async (text) =>
    expect((await callsFor(text, calculated)).map(({ name }) => name)).not.toContain('calculate_mortgage'),
);

it.each([
  "the cheapest one: what's the monthly payment with 30% down?",
  'monthly payment for the cheapest with 30% down',
  'كم القسط الشهري للأرخص مع دفعة أولى 30%؟',
])('%s: the one of the list with the lowest price', async (text) => {
  const priced = [
    { id: 'prop-0281', title: 'Flat prop-0281', price: 162_500 },
    { id: 'prop-0282', title: 'Flat prop-0282', price: 151_000 },
  ];
  const list = made(
    'flats in Larnaca',
    'search_properties',
    { district: 'Larnaca' },
    { items: priced, total: 2, returned: 2 },
    '1. Flat (prop-0281)\n2. Flat (prop-0282)',
  );
  expect(await callsFor(text, list)).toEqual([
    { name: 'calculate_mortgage', input: { propertyId: 'prop-0282', downPaymentPct: 30 } },
  ]);
});

it.each([
  ['Mortgage for 280k at 4.5 % over 25 years', { price: 280_000, annualRatePct: 4.5, termYears: 25 }],
  ['القسط الشهري على 280 ألف بفائدة ٤٫٥ ٪ على 25 سنة', { price: 280_000, annualRatePct: 4.5, termYears: 25 }],
  ['mortgage 280k with a 40% deposit', { price: 280_000, downPaymentPct: 40 }],
  ['mortgage 280k with a 40 % deposit over 20 years', { price: 280_000, downPaymentPct: 40, termYears: 20 }],
  ['احسب القرض 280 ألف مع دفعة أولى 40% على 20 سنة', { price: 280_000, downPaymentPct: 40, termYears: 20 }],
  ['instalment for a loan of 180k with 40% down', { price: 300_000, downPaymentPct: 40 }],
])('%s: its per cents are read', async (text, input) =>
  expect(await callsFor(text, [])).toEqual([{ name: 'calculate_mortgage', input }]),
);

describe('a loan by its monthly payment', () => {
  const down = { price: 300_000, downPaymentPct: 20 };
  it.each<[string, Record<string, unknown>]>([
    ['what would I pay a month on 300k over 20 years', { price: 300_000, termYears: 20 }],
    ['what would I pay monthly for 300k over 20 years', { price: 300_000, termYears: 20 }],
    ['monthly instalments on 300k with 20% down', down],
    ["what's the monthly payment on a 300k house with 20% down", down],
    ['what would it cost me a month to buy for 300k with 60k down', { price: 300_000, downPayment: 60_000 }],
    ['how much per month is a 300k flat with 20% down over 20 yrs?', { ...down, termYears: 20 }],
    ['monthly instalment 300k, 20 percent deposit, 20 yrs', { ...down, termYears: 20 }],
    ['repayments on a villa for 300k over 20 years', { price: 300_000, termYears: 20 }],
    ['كم ندفع بالشهر على 300 ألف لمدة عشرين سنة', { price: 300_000, termYears: 20 }],
    ['كم أدفع شهريا على 300 ألف لمدة 20 سنة', { price: 300_000, termYears: 20 }],
    ['أقساط شهرية مع مقدم ٢٠٪ لبيت بسعر ٣٠٠ ألف', down],
    ['الأقساط الشهرية مع دفعة أولى 20% على 300 ألف', down],
  ])('%s', async (text, input) =>
    expect(await callsFor(text, [])).toEqual([{ name: 'calculate_mortgage', input }]),
  );

  it.each(['flats to rent for 900 a month with 2 months deposit', 'شقة للإيجار بحدود 900 شهريا'])(
    '%s is a rent',
    async (text) => expect((await callsFor(text, [])).map(({ name }) => name)).toEqual(['search_properties']),
  );
});
