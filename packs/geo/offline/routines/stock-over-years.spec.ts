import { made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';

const stock = made(
  'get_current_supply',
  { district: 'Yas Island' },
  {
    district: 'Yas Island',
    district_ar: 'جزيرة ياس',
    year: 2_024,
    rows: [],
    totals: { existing_units: 1_200, under_construction_units: 300, available_units: 50 },
    sample: true,
  },
);
const earlier = [found('Yas Island'), stock];
const said = (text: string) => reply(stepFor(text, { earlier, lastCalls: earlier }));

it.each(['how has that changed?', 'Has it grown?', 'what is the trend?', 'and over the last 3 years?'])(
  '%s behind the stock of homes: it is known for one year, with what is being built',
  (text) => expect(said(text)).toMatch(/latest year alone \(2024\).*300 homes under construction.*1,200/),
);

it.each(['كيف تغير ذلك؟', 'كيف تطور عبر السنوات؟'])('%s', (text) =>
  expect(said(text)).toMatch(/لأحدث سنة فقط.*300 وحدة قيد الإنشاء/),
);

it.each(['how have sales changed there?', 'how have rents changed?'])('%s is of other figures', (text) =>
  expect(said(text) ?? '').not.toContain('latest year alone'),
);
