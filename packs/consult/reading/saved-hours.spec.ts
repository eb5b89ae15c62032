import { detectLanguage, normalizeText } from '#text';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { hoursPerYear, savedHoursIn, withPeriodBefore } from './saved-hours.ts';

describe('hours that are saved are counted a year', () => {
  it.each<[string, number | undefined]>([
    ['it saves 10 hours a week', 520],
    ['it saves 10 hours / week', 520],
    ['it would save 300 hours a quarter', 1_200],
    ['300 hours saved a quarter', 1_200],
    ['300 hours are saved per quarter', 1_200],
    ['300 hours quarterly, and the licence is 100 a month', 1_200],
    ['saves 300 hours every three months', 1_200],
    ['45 minutes a day per person, 12 people', 2_340],
    ['45 minutes per person a day with a team of 12', 2_340],
    ['each of our 12 accountants saves 45 minutes a day', 2_340],
    ['a quarter of an hour a day for each of 8 people', 520],
    ['half an hour a day per employee, 20 employees', 2_600],
    ['45 minutes a day per person', 195],
    ['it saves 300 hours', 300],
    ['and with an hourly rate of 60?', undefined],
    ['what if an hour costs 60 dollars?', undefined],
    ['نوفر 300 ساعة كل ربع سنة', 1_200],
    ['يوفر 300 ساعة ربع سنويا', 1_200],
    ['نوفر 300 ساعة كل ثلاثة أشهر', 1_200],
    ['يوفر 300 ساعة في الربع', 1_200],
    ['يوفر 45 دقيقة يوميا لكل شخص وعندنا 12 موظفا', 2_340],
    ['45 دقيقة لكل موظف يوميا، 12 موظفا', 2_340],
    ['ربع ساعة يوميا لكل واحد من 8 موظفين', 520],
    ['ساعتين باليوم للموظف ونحن 5 أشخاص', 2_600],
  ])('%s', (text, hours) => {
    const saved = savedHoursIn(text);
    expect(saved && hoursPerYear(saved)).toBe(hours);
  });

  it.each([
    ['make it 15 hours', 'it saves 10 hours a week', 780],
    ['make it 60 minutes', '45 minutes a day per person', 260],
    ['no, 300 hours saved a quarter', 'it saves 10 hours a week', 1_200],
    ['اجعلها 15 ساعة', 'يوفر 10 ساعات أسبوعيا', 780],
    ['خليها 20 ساعة', 'يوفر 10 ساعات شهريا', 240],
  ])('%s, after: %s', (text, before, hours) => {
    const saved = savedHoursIn(withPeriodBefore(text, [before]));
    expect(saved && hoursPerYear(saved)).toBe(hours);
  });
});

describe('what a return is worked out from', () => {
  const filled = (name: string, text: string): unknown => {
    const fill = calculateRoi.offline?.fill?.[name];
    const message = { text, language: detectLanguage(text), normalized: normalizeText(text) };
    return fill?.from === 'rule' ? fill.read(message, undefined as never) : 'no rule';
  };

  it.each([
    ['and with an hourly rate of 60?', 60],
    ['what if an hour costs 60 dollars?', 60],
    ['والساعة بـ 25 دولارا', 25],
    ['it saves 10 hours a week', undefined],
  ])('the rate of an hour: %s', (text, rate) => expect(filled('employeeCostPerHour', text)).toBe(rate));

  it.each([
    ['it saves 300 hours every three months', undefined],
    ['300 hours every three months, over two years', 24],
    ['نوفر 300 ساعة كل ثلاثة أشهر', undefined],
  ])('the months that are counted: %s', (text, months) => expect(filled('timeline', text)).toBe(months));
});
