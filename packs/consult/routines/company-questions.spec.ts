import { TOOL_SEARCH } from '#tools';
import { made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { answerOfCompany } from './company-questions.ts';
import { getToKnow } from './getting-to-know.ts';
import { findExamples } from './told-case-study.ts';
import { describeWorkshop } from './workshop.ts';

const turn = (text: string) => routineTurn(text, { agent: 'discovery', nothingFits: true });
const said = (text: string) => reply(answerOfCompany(turn(text)));

describe('what is asked of the company', () => {
  it.each([
    ['How long does a project take?', /two days.*not? .*record/],
    ['how long would it take', /two days/],
    ['how many weeks does an engagement usually take?', /two days/],
    ['how soon would we see results', /two days/],
    ['كم يستغرق المشروع؟', /يومان/],
    ['Where are you located?', /place and date/],
    ['where are you guys based', /place and date/],
    ['do you work remotely', /remote/],
    ['are you based in Berlin?', /place and date/],
    ['which city are you in', /place and date/],
    ['could you come to Vienna?', /place and date/],
    ['are you in Dubai?', /place and date/],
    ['are you in Porto?', /place and date/],
    ['are you in vienna', /place and date/],
    ['are you in New York?', /place and date/],
    ['do you also work in the UK', /place and date/],
    ['do you work in Saudi Arabia?', /place and date/],
    ['do you have an office in Vienna?', /place and date/],
    ['what if we are not happy with it', /No guarantee/],
    ['what are your payment terms?', /in US dollars/],
    ['أين مقركم؟', /المكان والموعد/],
    ['how long does the call take?', /not on record/],
    ['what happens in the meeting?', /not on record/],
    ['who is the consultant?', /not on record/],
    ['كم مدة المكالمة؟', /غير مسجل/],
    ['كم تستغرق الاستشارة؟', /ليست مسجلة|غير مسجل/],
    ['Do you give a guarantee?', /No guarantee/],
    ["what if it doesn't work out", /No guarantee/],
    ['is there a refund if we are not happy?', /No guarantee/],
    ['هل تقدمون ضمانا؟ هل يوجد ضمان', /ضمان مسجل/],
  ])('is answered with what is so: %s', (text, answer) => {
    expect(said(text)).toMatch(answer);
    expect(said(text)).toMatch(/consultant|المستشار/);
  });

  it.each([
    'how long does it take our team to write a report',
    'how long is the workshop?',
    'أين تقام الورشة؟',
    'can we set up a call?',
    'how many hours do we lose in the weekly meeting?',
    'what does a meeting cost us per year?',
    'how long does a support call take our team on average?',
    'what does a missed call cost us?',
    'what does a consultation cost?',
    'كم ساعة نخسر في الاجتماع الأسبوعي؟',
    'our warranty claims take us 20 hours a week',
    'we process refunds by hand',
    'where are our invoices lost',
    'what if we leave it as it is',
    'how long does it take to pay off',
    'are you in touch with other companies',
    'are you in finance?',
    'are you in aerospace?',
    'are you in recruiting',
    'are you in Insurance?',
    'are you in IT?',
    'are you in business long',
    'do you work in Swahili?',
    'do you work in TypeScript',
    'do you work in small teams',
    'do you have an office dog?',
    'can you work in German?',
    "what if we don't have an IT department?",
    'what if I am not technical?',
    'نقدم ضمان سنة لعملائنا ونعاني من متابعة المطالبات',
    'We manually check payment terms in contracts',
    'my team handles refunds and warranties',
  ])('is not: %s', (text) => expect(said(text)).toBeUndefined());

  it.each([
    'how many consultants do you have?',
    'are you certified?',
    'do you sign an NDA?',
    'هل لديكم شهادات؟',
  ])('where nothing is on record, that is said at once: %s', (text) =>
    expect(reply(getToKnow(turn(text)))).toMatch(/question for the consultant|سؤال للمستشار/),
  );

  it.each(['the sky is blue', 'what is a language model?', 'what could we do with AI?'])(
    'is no question of the company: %s',
    (text) => expect(reply(getToKnow(turn(text)))).not.toMatch(/question for the consultant/),
  );
});

it.each(['do you work in Swahili?', 'can you work in German?'])('%s: asks for no examples', (text) =>
  expect(findExamples(turn(text))).toBeUndefined(),
);

it('is answered as well where no tool was found for it', () => {
  const searched = (text: string) => ({ ...turn(text), calls: [made(TOOL_SEARCH, { query: text })] });
  expect(reply(answerOfCompany(searched('Do you give a guarantee?')))).toMatch(/No guarantee/);
  expect(reply(describeWorkshop(searched('how long is the workshop')))).toMatch(/two days/);
});
