import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

describe('what no tool ranks', () => {
  it.each([
    'rank the projects by price',
    'which project sold the most?',
    'top developers in Abu Dhabi',
    'ترتيب المشاريع حسب المبيعات',
    'أي مشروع الأكثر مبيعا؟',
  ])('%s: projects', (text) => expect(reply(stepFor(text))).toMatch(/cannot rank projects|لا أرتب المشاريع/));
  it.each([
    'which districts grew the most?',
    'how fast do districts grow?',
    'which of them grew?',
    'which area had the highest growth in Abu Dhabi?',
    'أي المناطق نمت أكثر؟',
    'where did prices rise most?',
    'where have prices gone up the most in Abu Dhabi',
    'where are prices rising fastest?',
    'أين ارتفعت الأسعار أكثر',
    'وين زادت الأسعار أكثر؟',
  ])('%s: growth', (text) =>
    expect(reply(stepFor(text))).toMatch(/cannot rank districts by their growth|لا أرتب المناطق حسب النمو/),
  );
  it.each([
    'top districts in Abu Dhabi',
    'growth in Yas from 2022 to 2024',
    'which project is in Yas?',
    'did Yas or Saadiyat grow more?',
    'where are prices highest?',
    'how much did prices rise in Yas?',
    'where in Yas did prices rise most?',
    'أين تقع ياس؟',
    'أين أكثر المبيعات',
    'أعلى المناطق مبيعا في أبوظبي',
  ])('%s is told', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(/cannot rank|لا أرتب/));
});
