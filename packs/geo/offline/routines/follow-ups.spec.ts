import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH, yearsNamed } from '../../tools/fills.ts';

const SALES = 'get_total_sales_value';
const COUNT = 'get_transaction_count';
const CITY = 'get_municipality_sales';
const STOCK = 'get_current_supply';
const COMPARISON = 'compare_sales_between_districts';
const OFFERED = [SEARCH, SALES, COUNT, CITY, STOCK, COMPARISON];

const sales = (year: number, value: number, more: object = {}) =>
  made(
    SALES,
    { district: 'Yas Island', year, ...more },
    {
      district: 'Yas Island',
      district_ar: 'جزيرة ياس',
      year,
      property_type: null,
      total_value_aed: value,
      transaction_count: value / 10,
      average_value_aed: 10,
    },
  );
const after = (...calls: ReturnType<typeof made>[]) => ({
  offered: OFFERED,
  said: ['before'],
  earlier: calls,
  lastCalls: calls,
});
const step = (text: string, ...calls: ReturnType<typeof made>[]) => callsOf(stepFor(text, after(...calls)));

describe('another measure alone', () => {
  it.each(['and the number of deals?', 'how many deals?', 'وعدد الصفقات؟', 'كم عدد المعاملات؟'])(
    '%s: of the year and kind of before',
    (text) =>
      expect(step(text, sales(2_022, 100, { property_type: 'Villa' }))).toEqual([
        { tool: COUNT, arguments: { district: 'Yas Island', year: 2_022, property_type: 'Villa' } },
      ]),
  );

  it.each(['and their value?', 'average price?', 'ومتوسط السعر؟'])('%s', (text) =>
    expect(step(text, made(COUNT, { district: 'Yas Island', year: 2_022 }))).toEqual([
      { tool: SALES, arguments: { district: 'Yas Island', year: 2_022 } },
    ]),
  );

  it.each(['how many homes are there?', 'how many deals in Saadiyat?', 'thanks', 'number of schools'])(
    '%s is something else',
    (text) => expect(step(text, sales(2_022, 100)).map(({ tool }) => tool)).not.toContain(COUNT),
  );
});

describe('how far apart figures are', () => {
  it.each([
    'by how many percent?',
    'what is that in percent?',
    'كم النسبة؟',
    'كم بالمئة؟',
    'what is the difference?',
  ])('%s: of the two years that were told', (text) =>
    expect(reply(stepFor(text, after(sales(2_021, 100), sales(2_023, 150))))).toMatch(/\+50 %/),
  );

  it.each(['by how many percent?', 'كم النسبة؟'])('%s behind a single figure asks for another', (text) =>
    expect(reply(stepFor(text, after(sales(2_021, 100))))).toMatch(/two figures|رقمين/),
  );

  it.each(['what percentage of homes are villas?', 'what will be the difference next year?', 'نسبة الفلل؟'])(
    '%s is something else',
    (text) => {
      const said = reply(stepFor(text, after(sales(2_021, 100), sales(2_023, 150))));
      expect(said ?? '').not.toContain('50 %');
    },
  );
});

describe('what is set right', () => {
  it.each([
    ['no sorry I meant townhouses', { year: 2_023, property_type: 'Townhouse' }],
    ['لا قصدي الأراضي', { year: 2_023, property_type: 'Land' }],
    ['no, I meant 2022', { year: 2_022, property_type: 'Villa' }],
    ['عفوا أقصد 2021', { year: 2_021, property_type: 'Villa' }],
  ])('%s', (text, given) =>
    expect(step(text, sales(2_023, 100, { property_type: 'Villa' }))).toEqual([
      { tool: SALES, arguments: { district: 'Yas Island', ...given } },
    ]),
  );

  it.each(['no sorry I meant Saadiyat', 'لا قصدي السعديات'])('%s', (text) => {
    const before = after(sales(2_023, 100));
    expect(callsOf(stepFor(text, { ...before, calls: [found('Saadiyat Island')] }))).toEqual([
      { tool: SALES, arguments: { district: 'Saadiyat Island', year: 2_023 } },
    ]);
  });

  it.each(['no', 'sorry', 'لا', 'no I meant something else'])('%s sets nothing right', (text) => {
    expect(step(text, sales(2_023, 100))).toEqual([]);
    expect(step(text, made(COMPARISON, { districts: ['Hili', 'Zakher'], year: 2_023 }))).toEqual([]);
  });
});

describe('which of those that were compared', () => {
  const districts = ['Yas Island', 'Saadiyat Island', 'Al Reem Island'];

  it.each([
    'which of the three had the fewest deals?',
    'which had the fewest deals?',
    'أي الثلاثة أقل صفقات؟',
  ])('%s: of these, in their year', (text) => {
    const before = [...districts.map(found), made(COMPARISON, { districts, year: 2_021 })];
    const turn = { ...after(...before), said: ['compare Yas, Saadiyat and Reem in 2021'] };
    expect(callsOf(stepFor(text, turn))).toEqual([
      { tool: COMPARISON, arguments: { districts, year: 2_021 } },
    ]);
  });
});

describe('several places in one message', () => {
  it.each([
    ['وين انباع أكثر في 2021 الريم ولا ياس', [2_021]],
    ['where was more sold in 2021, Reem or Yas?', [2_021]],
    ['2022 and 2023 transactions for Reem and Yas', [2_022, 2_023]],
  ])('%s', (text, years) => {
    const calls = [found('Al Reem Island'), found('Yas Island')];
    expect(callsOf(stepFor(text, { offered: OFFERED, calls }))).toEqual(
      years.map((year) => ({
        tool: COMPARISON,
        arguments: { districts: ['Al Reem Island', 'Yas Island'], year },
      })),
    );
  });

  it.each(['قارنها مع العين', 'compare it with Al Ain', 'versus Al Ain?'])(
    '%s: each by its own figures',
    (text) => {
      const alAin = made(
        SEARCH,
        {},
        { best: { type: 'municipality', name_en: 'Al Ain', district_en: null, municipality_en: 'Al Ain' } },
      );
      expect(callsOf(stepFor(text, { ...after(sales(2_022, 100)), calls: [alAin] }))).toEqual([
        { tool: SALES, arguments: { district: 'Yas Island', year: 2_022 } },
        { tool: CITY, arguments: { municipality: 'Al Ain', year: 2_022 } },
      ]);
    },
  );
});

describe('the stock of another district', () => {
  it.each(['and Khalifa City?', 'ومدينة خليفة؟'])('%s', (text) => {
    const before = after(made(STOCK, { district: 'Yas Island', property_type: 'Villa' }));
    expect(callsOf(stepFor(text, { ...before, calls: [found('Khalifa City')] }))).toEqual([
      { tool: STOCK, arguments: { district: 'Khalifa City', property_type: 'Villa' } },
    ]);
  });
});

describe('years as people write them', () => {
  it.each([
    ['sales in Yas 2o23', ['2023']],
    ['sales in Yas 2O2O', ['2020']],
    ['مبيعات ياس ٢٠٢٢', ['٢٠٢٢']],
    ['flat no 2b in Yas', []],
    ['120000 a year', []],
  ])('%s', (text, years) => expect(yearsNamed(text)).toEqual(years));

  it.each(['مبيعات ياس السنة اللي فاتت', 'كم صفقة في ياس العام المنصرم؟'])(
    '%s: by the day on which it is asked',
    (text) => {
      const search = (asOf: string) => [
        made(
          SEARCH,
          {},
          { asOf, best: { type: 'district', name_en: 'Yas Island', district_en: 'Yas Island' } },
        ),
      ];
      expect(reply(stepFor(text, { offered: OFFERED, calls: search('2026-11-16T09:00:00Z') }))).toMatch(
        /تغطي البيانات السنوات من 2020 إلى 2024 فقط/,
      );
      const [asked] = callsOf(stepFor(text, { offered: OFFERED, calls: search('2024-05-01T09:00:00Z') }));
      expect(asked?.arguments['year']).toBe(2_023);
    },
  );
});
