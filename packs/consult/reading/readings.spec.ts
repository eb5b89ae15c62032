import type { Tool } from '#pack-kit';
import { painPointIn } from '../tools/generate-custom-syllabus.tool.ts';
import { getBookingLink } from '../tools/get-booking-link.tool.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { peopleIn } from './people.ts';
import { readProfile } from './profile.ts';

const read = (tool: Tool, name: string, text: string) => {
  const fill = tool.offline!.fill[name];
  const rule = fill?.from === 'first' ? fill.of[0] : fill;
  return rule?.from === 'rule'
    ? rule.read({ text, normalized: text.toLowerCase(), language: 'en' })
    : undefined;
};

it.each([
  ['12 lawyers ask about copilot', '12 lawyers'],
  ['we have 4 nurses and 2 clerks', '4 nurses and 2 clerks'],
  ['3 developers and a PM', '3 developers and a PM'],
  ['our 300 customers', undefined],
  ['what would you teach five nurses', 'five nurses'],
  ['ماذا ستعلم خمس ممرضات؟', 'خمس ممرضات'],
  ['لدينا 12 محاسبين', '12 محاسبين'],
  ['نضيع 10 ساعات في الأسبوع', undefined],
  ['لدينا ثلاثة مطورين ومدير منتج', 'ثلاثة مطورين ومدير منتج'],
])('who attends: %s', (text, roles) => expect(readProfile(text).teamRoles).toBe(roles));

it.each([
  ['We use React and Node.js. It is slow.', 'React and Node.js'],
  ['We use React and Node.js', 'React and Node.js'],
  ['We build with .NET, and we like it', '.NET'],
  ['We use SAP. We are forty.', 'SAP'],
  ['We use Excel.We are 40', 'Excel'],
  ["We use Excel.I'm the owner", 'Excel'],
  ['We use Google Docs...', 'Google Docs'],
  ['We use Google Docs… and mail', 'Google Docs'],
  ['We use ASP.NET, Vue.Js and Monday.com', 'ASP.NET'],
  ['We run on Vue.Js', 'Vue.Js'],
])('what is built with: %s', (text, stack) => expect(readProfile(text).techStack).toBe(stack));

it.each([
  ['12 accountants retype invoices', 12],
  ['40 customers wait', undefined],
])('how many people: %s', (text, count) => expect(peopleIn(text)).toBe(count));

it.each([
  ['how do we use copilot safely. we use microsoft 365', 'use copilot safely'],
  ['How do I fix hallucinations in our support bot?', 'hallucinations in our support bot'],
  ['how can we run models on Node.js', 'run models on Node.js'],
])('what hurts: %s', (text, pain) => expect(painPointIn({ text })).toBe(pain));

it.each([
  ['10 people 6 hours a week 45 dollars an hour', undefined],
  ['10 people lose 6 hours a week on filing, 45 dollars an hour', 'filing'],
  ['كم نخسر إذا ضاع 8 ساعات أسبوعيا لكل من 12 موظف بتكلفة 40 دولار للساعة؟', undefined],
])('which work: %s', (text, work) => {
  const found = read(simulateCostOfInaction, 'inefficient_process', text) as string | undefined;
  expect(found?.replace(/,$/, '')).toBe(work);
});

it('weighs a cost against what it saves', () => {
  const text = 'what would we save if a tool costs 20k and saves 40k a year';
  expect(read(calculateRoi, 'initialInvestment', text)).toBe(20_000);
  expect(read(calculateRoi, 'efficiencySavings', text)).toBe(40_000);
  expect(read(calculateRoi, 'implementationCost', text)).toBeUndefined();
});

describe('what is not to be read of a message', () => {
  it.each(['ROI with minus 500 hours', 'saves -500 hours a year', 'العائد مع سالب 500 ساعة'])(
    '%s: no hours below zero',
    (text) => expect(read(calculateRoi, 'timeSavings', text)).toBeUndefined(),
  );

  it('reads a span and a list as before', () => {
    expect(read(calculateRoi, 'timeSavings', 'saves 500 hours a year')).toBe(500);
    expect(peopleIn('- 5 people lose hours')).toBe(5);
  });

  it('notes no industry of a question, and no verb as a trade', () => {
    expect(readProfile('Who else has AI in insurance, are we behind?').industry).toBeUndefined();
    expect(readProfile('We are in insurance. Are we behind?').industry).toBe('Insurance');
    expect(readProfile('4 موظفين يقضون 9 ساعات أسبوعيا').teamRoles).toBe('4 موظفين');
  });

  it('takes calls that cost hours for work, and for no wish to call', () => {
    const wants = (text: string) =>
      getBookingLink.offline!.applies!({ text, normalized: text.toLowerCase(), language: 'en' });
    expect(wants('6 people spend 12 hours a week each on appointment calls')).toBe(false);
    expect(wants('Can we set up a call next week?')).toBe(true);
    expect(wants('When are you free?')).toBe(true);
  });
});
