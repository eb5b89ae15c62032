import type { Fill, OfflineToolHints } from '#pack-kit';
import type { ModelTool } from '#models';
import type { OfflineTool } from '../hints.ts';
import { readMessage } from '../conversation/message.ts';
import { fillArguments, type FillSources } from './fill-arguments.ts';

const number = (description: string) => ({ type: 'number', description });
const tool = (properties: Record<string, object>, required = Object.keys(properties)): ModelTool => ({
  name: 'a_tool',
  description: 'Does something.',
  parameters: { type: 'object', properties, required },
});
const sources = (text: string): FillSources => ({
  message: readMessage(text),
  facts: { now: new Date('2026-11-23T07:00:00Z'), timezone: 'UTC' } as FillSources['facts'],
  places: () => [],
  datasets: [],
  turn: [],
  earlier: [],
});
const specOf = (fill: Record<string, Fill>): OfflineTool => ({
  name: 'a_tool',
  description: '',
  whenToUse: [],
  examples: [],
  intents: [],
  sideEffect: 'none',
  hints: { fill, reply: { en: () => '' } } as OfflineToolHints,
});

const gears = tool({
  chainring: number('Teeth of the front chainring'),
  cog: number('Teeth of the rear cog'),
});

describe('two numbers of one message fill two parameters', () => {
  const spec = specOf({
    chainring: { from: 'int', words: ['chainring', 'front', 'ترس أمامي', 'الأمامي'] },
    cog: { from: 'int', words: ['cog', 'sprocket', 'rear', 'ترس خلفي', 'الخلفي'] },
  });
  const shapes = (
    'chainring 50, cog 25 | chainring: 50; cog: 25 | cog 25, chainring 50 | ' +
    'a chainring of 50 and a cog of 25 | gear with a 50 chainring and a 25 cog | ' +
    '50 teeth on the chainring and 25 on the cog | ' +
    'The chainring has 50 teeth. The cog has 25. | 50 chainring, 25 cog'
  ).split(' | ');
  it.each([
    ...shapes,
    'ترس أمامي 50 وترس خلفي 25',
    'الترس الخلفي 25 والترس الأمامي 50',
    'ترس أمامي من ٥٠ سنا وترس خلفي من ٢٥ سنا',
    'الأمامي عدده 50 والخلفي عدده 25',
  ])('%s', (text) => {
    expect(fillArguments(gears, spec, sources(text))).toMatchObject({
      arguments: { chainring: 50, cog: 25 },
      missing: [],
    });
  });

  it.each([...shapes, '50 and 25', 'ترس أمامي 50 وترس خلفي 25', 'fifty by twenty-five'])(
    'by the schema alone: %s',
    (text) => {
      expect(fillArguments(gears, undefined, sources(text)).arguments).toEqual({ chainring: 50, cog: 25 });
    },
  );

  it.each([
    ['chainring 50', { chainring: 50 }, ['cog']],
    ['cog 25', { cog: 25 }, ['chainring']],
    ['chainring 50, which cog?', { chainring: 50 }, ['cog']],
    ['chainring 50, cog?', { chainring: 50 }, ['cog']],
    ['ترس خلفي 25', { cog: 25 }, ['chainring']],
    ['what is a gear ratio?', {}, ['chainring', 'cog']],
  ])('one number is not used for both: %s', (text, given, missing) => {
    expect(fillArguments(gears, spec, sources(text))).toMatchObject({ arguments: given, missing });
  });

  it('a single number without a word goes to the first parameter alone', () => {
    expect(fillArguments(gears, undefined, sources('and with 48?'))).toMatchObject({
      arguments: { chainring: 48 },
      missing: ['cog'],
    });
  });
});

describe('numbers by the schema alone', () => {
  const trip = tool(
    {
      distanceKm: number('Kilometres to drive'),
      litresPer100Km: number('What the car takes on 100 kilometres'),
      fuelPrice: number('Price of a litre'),
      passengers: { type: 'integer', description: 'How many share it' },
    },
    ['distanceKm', 'fuelPrice'],
  );
  it.each([
    ['distance 320 km, fuel price 1.65', { distanceKm: 320, fuelPrice: 1.65 }],
    ['fuel price of 1.65 for a distance of 320', { distanceKm: 320, fuelPrice: 1.65 }],
    ['320 at 1.65', { distanceKm: 320, fuelPrice: 1.65 }],
    ['drive 320 at a price of €1.65 with 4 passengers', { distanceKm: 320, fuelPrice: 1.65, passengers: 4 }],
  ])('%s', (text, given) => {
    expect(fillArguments(trip, undefined, sources(text)).arguments).toEqual(given);
  });
});

describe('an amount and a count of one message', () => {
  const bill = tool({ amount: number('The whole bill'), people: number('How many share it') });
  const spec = specOf({
    amount: { from: 'money', bound: 'any', lone: true },
    people: { from: 'int', words: ['people', 'persons', 'guests', 'of us', 'أشخاص', 'شخص'] },
  });
  it.each([
    ['Split 60 between 4 people', 60, 4],
    ['4 people, the bill is 60', 60, 4],
    ['we are 3 guests and the bill came to 87.50', 87.5, 3],
    ['Split a bill of 120 euros between 4 people', 120, 4],
    ['اقسم 60 على 4 أشخاص', 60, 4],
    ['نحن 5 أشخاص والحساب 80', 80, 5],
    ['people: 4, amount: 45', 45, 4],
  ])('%s', (text, amount, people) => {
    expect(fillArguments(bill, spec, sources(text)).arguments).toEqual({ amount, people });
  });

  it('a count alone is not an amount', () => {
    expect(fillArguments(bill, spec, sources('split it between 4 people')).missing).toEqual(['amount']);
  });
});

describe('percentages', () => {
  const loan = tool({ deposit: number('Own money'), rate: number('Interest') });
  const spec = specOf({
    deposit: { from: 'num', unit: 'percent', near: ['deposit', 'down', 'دفعة'] },
    rate: { from: 'num', unit: 'percent', near: ['rate', 'interest', 'at', 'فائدة'] },
  });
  it.each([
    ['30% down at 4%', { deposit: 30, rate: 4 }],
    ['interest 4%, deposit 30%', { deposit: 30, rate: 4 }],
    ['deposit 30%, what rate?', { deposit: 30 }],
    ['دفعة 30% وفائدة 4%', { deposit: 30, rate: 4 }],
  ])('%s', (text, given) => {
    expect(fillArguments(loan, spec, sources(text)).arguments).toEqual(given);
  });
});

describe('one of something, without a number', () => {
  const rooms = tool({ bedrooms: number('Bedrooms') });
  const spec = specOf({
    bedrooms: { from: 'int', words: ['bedroom', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'] },
  });
  it.each([
    ['شقة بغرفة نوم للإيجار', 1],
    ['شقة بغرفة وصالة', 1],
    ['شقة ذات غرفة واحدة', 1],
    ['a single bedroom flat', 1],
    ['شقة بغرفتين', 2],
    ['شقة بغرف نوم كبيرة', undefined],
    ['كم غرفة في الشقة؟', undefined],
    ['with bedrooms upstairs', undefined],
  ])('%s is %s', (text, bedrooms) => {
    expect(fillArguments(rooms, spec, sources(text)).arguments['bedrooms']).toBe(bedrooms);
  });
});

describe('a range of rents, of a year or of a month', () => {
  const homes = tool({ least: number('Lowest rent'), most: number('Highest rent') });
  const times = { factor: 12, when: ['a month', 'monthly', 'شهريا'] };
  const spec = specOf({
    least: { from: 'money', bound: 'min', times },
    most: { from: 'money', bound: 'max', lone: true, times },
  });
  it.each([
    ['a flat between 8,000 and 12,000 a year', { least: 8_000, most: 12_000 }],
    ['a flat from 5,000 to 60,000', { least: 5_000, most: 60_000 }],
    ['flats to rent between 9,000 and 90,000', { least: 9_000, most: 90_000 }],
    ['شقق بين 9000 و90000', { least: 9_000, most: 90_000 }],
    ['شقة من 5000 إلى 60000', { least: 5_000, most: 60_000 }],
    ['a villa, 90 to 110k', { least: 90_000, most: 110_000 }],
    ['a flat between 12,000 and 15,000 a month', { least: 144_000, most: 180_000 }],
    ['شقة بين 12000 و15000 شهريا', { least: 144_000, most: 180_000 }],
  ])('%s', (text, rents) => {
    expect(fillArguments(homes, spec, sources(text)).arguments).toEqual(rents);
  });
});
