import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { roiOf } from '../tools/calculate-roi.ts';
import { routines } from './index.ts';

const worked = { timeSavings: 520, implementationCost: 20_000 };
const after = (said: string[], text: string, before: object = worked) =>
  firstStep(
    routines,
    routineTurn(text, {
      agent: 'consulting-sales',
      said,
      replied: said.map(() => 'Savings of …'),
      earlier: [made(calculateRoi.name, { ...before }, {})],
    }),
  );

describe('a return is worked out again with the hours that are set right', () => {
  const WEEKLY = 'Implementation costs 20,000 and saves 10 hours a week, what is the ROI?';
  const EACH = 'It saves 45 minutes a day per person, 12 people, and costs 20k. What is the ROI?';
  const EACH_OPEN = 'It saves 45 minutes a day per person and costs 20k. What is the ROI?';
  const WEEKLY_AR = 'التنفيذ يكلف 20000 دولار ويوفر 10 ساعات أسبوعيا، ما العائد؟';
  const EACH_AR = 'يوفر 45 دقيقة يوميا لكل شخص، عندنا 12 موظفا، والتكلفة 20000، كم العائد؟';

  it.each<[string[], string, number]>([
    [[WEEKLY], 'make it 15 hours', 780],
    [[WEEKLY], 'no, 15 hours', 780],
    [[WEEKLY], 'sorry, I meant 15 hours', 780],
    [[WEEKLY], 'what if it is 15 hours?', 780],
    [[WEEKLY], 'rather 300 hours a quarter', 1_200],
    [[WEEKLY], 'and with 300 hours saved a quarter?', 1_200],
    [[WEEKLY, 'make it 15 hours a day'], 'no, 2 hours', 520],
    [[EACH], 'make it 20 people', 3_900],
    [[EACH], 'make it 60 minutes', 3_120],
    [[EACH, 'make it 60 minutes'], 'and with 20 people?', 5_200],
    [[WEEKLY], '15 hours', 780],
    [[WEEKLY], 'what if it saves 15 hours a week?', 780],
    [[WEEKLY], 'it would be 15 hours', 780],
    [[WEEKLY], 'could you make it 15 hours?', 780],
    [[WEEKLY], 'what is the return with 15 hours?', 780],
    [[EACH], 'what about 20 people?', 3_900],
    [[EACH], '20 people', 3_900],
    [[EACH], 'we are 20 people', 3_900],
    [[EACH], 'for 20 employees?', 3_900],
    [[EACH_OPEN], 'we have 20 employees', 3_900],
    [[EACH_AR], 'ولو كانوا 20 موظفا؟', 3_900],
    [[EACH_AR], '20 موظفا', 3_900],
    [[WEEKLY_AR], 'اجعلها 15 ساعة', 780],
    [[WEEKLY_AR], 'لا، 15 ساعة', 780],
    [[WEEKLY_AR], 'خليها 300 ساعة كل ربع سنة', 1_200],
    [[EACH_AR], 'خليها 20 موظفا', 3_900],
    [[EACH_AR], 'اجعلها ساعة واحدة', 3_120],
  ])('%j — %s', (said, text, timeSavings) => {
    expect(callsOf(after(said, text))).toEqual([
      { tool: calculateRoi.name, arguments: { ...worked, timeSavings } },
    ]);
  });

  it.each([
    'we lose 15 hours a week on invoices, 4 people',
    'we are 40 people',
    'can you call me at 3?',
    'Will you answer within 24 hours?',
    'Can you set it up within 48 hours?',
    'and in 24 hours?',
    'is support there 24 hours a day?',
    'And do you work 24 hours a day?',
    'هل تردون خلال 24 ساعة؟',
    'هل يمكنكم التنفيذ خلال 48 ساعة؟',
  ])('not by: %s', (text) => {
    const made = callsOf(after([WEEKLY], text));
    expect(made).not.toContainEqual(expect.objectContaining({ tool: calculateRoi.name }));
  });
  it.each([
    'Can all 12 people attend the workshop?',
    'Our competitor has 300 employees',
    'no, our competitor has 300 employees',
    'what if 20 people attend?',
    'We have 300 employees in Berlin',
    'have you got 30 people?',
    'منافسنا لديه 300 موظف',
    'هل لديكم 30 موظفا؟',
  ])('nor by, after hours of each: %s', (text) => {
    const made = callsOf(after([EACH], text));
    expect(made).not.toContainEqual(expect.objectContaining({ tool: calculateRoi.name }));
  });

  it.each([
    [EACH, 'make it 20 people', /0\.75 hours a day for each of 20 people are counted as 3,900 a year/],
    [EACH_AR, 'خليها 20 موظفا', /3,900 ساعة في السنة للجميع \(20\)/],
  ])('and told with what they are counted as: %s — %s', (said, text, told) => {
    const given = { ...worked, timeSavings: 3_900 };
    const data = roiOf({ ...given, timeline: 12 }, 'simplified', 50);
    const turn = routineTurn(text, {
      agent: 'discovery',
      said: [said],
      earlier: [made(calculateRoi.name, worked)],
      calls: [made(calculateRoi.name, given, data)],
    });
    expect(reply(firstStep(routines, turn))).toMatch(told);
  });
});

it('a loss that is set right stays as often as it was told', () => {
  const counted = made(simulateCostOfInaction.name, {
    inefficient_process: 'invoices',
    hours_wasted_per_week: 3.75,
    team_size: 8,
  });
  const turn = { said: ['We lose 45 minutes a day per person on invoices, 8 people'], earlier: [counted] };
  const step = firstStep(routines, routineTurn('make it 60 minutes', { agent: 'discovery', ...turn }));
  expect(callsOf(step)).toMatchObject([{ arguments: { hours_wasted_per_week: 5, team_size: 8 } }]);
});
