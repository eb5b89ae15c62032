import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { offlineHints } from '../../tools/offline-hints.ts';
import { detectLanguage, normalizeText } from '#text';

const NOT_KNOWN = /^(?:Rental yields are not among the figures|العائد الإيجاري ليس ضمن الأرقام)/;
const CAN = /What I can tell|ما أستطيع ذكره/;

describe('yields, which the data does not have', () => {
  it.each([
    'Which area has the best rental yield?',
    'rental yield in Yas Island',
    'gross yields of apartments in Al Reem?',
    'what is the ROI on Reem?',
    'How does the rental return of Yas compare to Saadiyat?',
    'where do I get the highest return',
    'what is the return on investment in Al Ain?',
    'which district is the most profitable to rent out?',
    'cap rate on Saadiyat?',
    'ما المنطقة ذات أعلى عائد إيجاري؟',
    'أي منطقة أفضل عائد؟',
    'أي منطقة فيها أفضل عائد للإيجار؟',
    'كم العائد على الاستثمار في جزيرة ياس؟',
    'ما مردود الإيجار في الريف؟',
    'أعلى العوائد الإيجارية في أبوظبي',
  ])('%s: that is said first, and then what there is', (text) => {
    const said = reply(stepFor(text)) ?? '';
    expect(said).toMatch(NOT_KNOWN);
    expect(said).toMatch(CAN);
  });

  it('names the place that is asked for', () => {
    expect(reply(stepFor('rental yield in Al Reef'))).toMatch(
      /Al Reef[^]*“how much is the rent in Al Reef\?”/,
    );
    expect(reply(stepFor('كم العائد في الريف؟'))).toMatch(/«بكم الإيجار في الريف؟»/);
  });

  it('declines advice with it', () =>
    expect(reply(stepFor('where should I invest for the best yield?'))).toMatch(/no investment advice/));

  it.each([
    'sales of Yas in 2023',
    'will the prices return to normal?',
    'how much is the rent in Yas?',
    'return to the first list',
    'عائدات المبيعات في ياس 2023',
    'average rent in Al Reef',
  ])('%s asks for none', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(NOT_KNOWN));

  it('are said to be missing before the figures that are asked for besides', () => {
    const text = 'sales value of Yas in 2023, and its rental yield';
    expect(reply(stepFor(text)) ?? '').not.toMatch(CAN);
    expect(callsOf(stepFor(text))).toEqual([]);
    const told = offlineHints(getTotalSalesValue).reply?.en?.(
      {
        district: 'Yas Island',
        district_ar: 'جزيرة ياس',
        year: 2023,
        property_type: null,
        total_value_aed: 10,
        transaction_count: 1,
        average_value_aed: 10,
      } as never,
      {} as never,
      { text, language: detectLanguage(text), normalized: normalizeText(text) },
    );
    expect(told).toMatch(/^Rental yields are not among the figures\.\nSales in Yas Island/);
  });
});
