import { detectLanguage, normalizeText } from '#text';
import { type RoutineCall, type RoutineTurn } from '#pack-kit';
import { routineTurn } from '../../../test/harness/routine-turn.ts';
import { costOfInaction } from '../tools/cost-of-inaction.ts';
import { draftFollowUpEmail } from '../tools/draft-follow-up-email.tool.ts';
import { getBookingLink } from '../tools/get-booking-link.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { objects } from '../reading/objection.ts';
import { answerObjections } from './objections.ts';
import { arrangeCall } from './arranging-a-call.ts';
import { asksToTalk } from './asking-to-talk.ts';
import { countLossAnew } from './counting-losses.ts';
import { introduce } from './introduction.ts';
import { findExamples } from './told-case-study.ts';
import { tellDifference } from './workshop.ts';

const messageOf = (text: string) => ({
  text,
  language: detectLanguage(text),
  normalized: normalizeText(text),
});

const turnOf = (text: string, more: Partial<RoutineTurn> = {}) =>
  routineTurn(text, { agent: 'discovery', ...more });

const replyOf = (step: ReturnType<typeof arrangeCall>) => (step && 'reply' in step ? step.reply : '');

describe('who would like to talk', () => {
  it.each([
    'can we talk on Thursday',
    'could we speak next week?',
    "let's hop on a quick call",
    'call on Thursday',
    'please call me back',
    'I would like to talk to the consultant',
    'do you have time tomorrow?',
    'are you free on Friday at 3pm',
    'can we schedule a meeting',
    'give us a ring',
    'when can we talk?',
    'a short chat tomorrow please',
    'هل يمكننا التحدث',
    'ممكن نتكلم يوم الأحد؟',
    'أريد أن أتحدث مع المستشار',
    'اتصلوا بي غدا',
    'كلموني من فضلك',
    'هل أنتم متاحون الخميس؟',
    'نريد تحديد موعد مكالمة',
    'مكالمة يوم الثلاثاء',
    'متى يمكننا أن نلتقي؟',
    'خلينا نتكلم بكرا',
  ])('%s', (text) => expect(asksToTalk(messageOf(text)) || asksByTool(text)).toBe(true));

  const asksByTool = (text: string) => getBookingLink.offline?.applies?.(messageOf(text)) === true;

  it.each([
    'can we talk about prices?',
    'our call centre takes 300 calls a day',
    'people talk to our bot on Thursday',
    'can you speak Arabic?',
    'how do we connect our CRM to it?',
    'we need to meet the GDPR requirements',
    'I want to chat with my documents',
    'we want to call our customers automatically',
    'are you available in Arabic?',
    'do you have any time estimate for a project?',
    'we lose 10 hours a week on calls',
    'هل يمكنك التحدث بالعربية؟',
    'أريد أن نتحدث عن الأسعار',
    'فريقنا يضيع وقته في المكالمات',
  ])('not: %s', (text) => expect(asksToTalk(messageOf(text))).toBe(false));
});

describe('a call where nothing can be booked online', () => {
  const refused: RoutineCall = {
    tool: getBookingLink.name,
    arguments: {},
    result: { success: false, errorClass: 'NOT_CONFIGURED', error: 'Booking is not configured.' } as never,
  };
  const asked = (text: string) => replyOf(arrangeCall(turnOf(text, { calls: [refused] })));

  it.each(['can we talk on Thursday', 'هل يمكننا التحدث يوم الخميس؟'])('%s: asks whom to reach', (text) =>
    expect(asked(text)).toMatch(/e-mail|بريدك/),
  );

  it.each([
    [
      'can we talk on Thursday',
      'Mara Lund, mara@lund.example',
      ['Mara Lund', 'mara@lund.example', 'Thursday'],
    ],
    [
      'can we talk on Thursday',
      'at 3pm please, my email is a@b.example',
      ['a@b.example', 'Thursday', '3pm', 'name'],
    ],
    ['can we talk', 'Tuesday morning, +44 20 7946 0958', ['Tuesday morning', '+44 20 7946 0958']],
    [
      'هل يمكننا التحدث يوم الخميس؟',
      'ليلى حداد، layla@hadad.example',
      ['ليلى حداد', 'layla@hadad.example', 'الخميس'],
    ],
    ['ممكن نتكلم؟', 'الساعة 3 مساء، بريدي sara@x.example', ['sara@x.example', 'الساعة 3 مساء', 'اسمك']],
  ])('%s: %s', (text, answer, parts) => {
    const reply = replyOf(arrangeCall(turnOf(answer, { said: [text], replied: [asked(text)] })));
    for (const part of parts) expect(reply).toContain(part);
    expect(reply).not.toMatch(/Who is the mail for|لمن الرسالة/);
  });

  it.each([
    ['can we talk on Thursday', 'Thursday', /which day/],
    ['احجز لي مكالمة يوم الخميس', 'الخميس', /اليوم الذي يناسبك/],
  ])('does not ask for the day that was told: %s', (text, day, question) => {
    expect(asked(text)).toContain(day);
    expect(asked(text)).toMatch(/e-mail|بريدك/);
    expect(asked(text)).not.toMatch(question);
  });

  it('does not ask for the name that was told', () => {
    const said = ["Hi, I'm Dana from Brightfield Logistics, I'm the COO. What do you charge?"];
    const reply = replyOf(arrangeCall(turnOf('ok book a call', { said, calls: [refused] })));
    expect(reply).toContain('Dana');
    expect(reply).toMatch(/Which e-mail address/);
    expect(reply).not.toMatch(/your name/);
  });

  it('goes on step by step, and keeps what was told', () => {
    const said = ['can we talk on Thursday', 'mara@lund.example'];
    const first = asked(said[0]!);
    const second = replyOf(arrangeCall(turnOf(said[1]!, { said: said.slice(0, 1), replied: [first] })));
    expect(second).toContain('May I have your name');
    const third = replyOf(arrangeCall(turnOf('Mara Lund', { said, replied: [first, second] })));
    expect(third).toMatch(/Mara Lund.*mara@lund\.example, Thursday/);
    const later = turnOf('at 10am', { said: [...said, 'Mara Lund'], replied: [first, second, third] });
    expect(replyOf(arrangeCall(later))).toMatch(/Mara Lund.*mara@lund\.example, Thursday, 10am/);
  });

  it('leaves another question to others', () => {
    const turn = { said: ['can we talk'], replied: [asked('can we talk')] };
    expect(arrangeCall(turnOf('what does the workshop cost?', turn))).toBeUndefined();
    expect(arrangeCall(turnOf('كم سعر الورشة؟', turn))).toBeUndefined();
  });
});

describe('a loss that was worked out', () => {
  const rates = { weeksPerMonth: 4, hourlyRate: 50, workshopPrice: 10_000, consultingPrice: 80_000 };
  const counted = (hours: number, people: number): RoutineCall => ({
    tool: simulateCostOfInaction.name,
    arguments: { inefficient_process: 'reports', hours_wasted_per_week: hours, team_size: people },
    result: { success: true, data: costOfInaction('reports', { hoursPerWeek: hours, people }, rates) },
  });
  const anew = (text: string, before: RoutineCall, said: string[] = []) => {
    const step = countLossAnew(turnOf(text, { earlier: [before], said }));
    return step && 'calls' in step ? step.calls[0]?.arguments : undefined;
  };

  it.each([
    ['we pay 30 dollars an hour', { hourly_rate: 30 }],
    ['make it $80', { hourly_rate: 80 }],
    ['الساعة بـ 25 دولارا', { hourly_rate: 25 }],
    ['and with 20 people?', { team_size: 20 }],
    ['no, four hours', { hours_wasted_per_week: 4 }],
    ['and if they were ten?', { team_size: 10 }],
    ['what about 12?', { team_size: 12 }],
    ['وإذا كانوا عشرة؟', { team_size: 10 }],
    ['ولو كنا 20؟', { team_size: 20 }],
    ['لا، هم ثمانية أشخاص', { team_size: 8 }],
    ['that is their total, all together', { hours_wasted_per_week: 2 }],
    ['مجتمعين', { hours_wasted_per_week: 2 }],
  ])('is worked out again for %s', (text, changed) =>
    expect(anew(text, counted(10, 5))).toEqual({ ...counted(10, 5).arguments, ...changed }),
  );

  it.each(['no, each of us', 'بل لكل واحد منا', 'لا، لكل شخص'])(
    'that was shared out is each one’s: %s',
    (text) =>
      expect(
        anew(text, counted(1.25, 12), ['We are 12 people and lose 15 hours a week on reports']),
      ).toMatchObject({
        hours_wasted_per_week: 15,
        team_size: 12,
      }),
  );

  it.each([
    'how much is the workshop?',
    'that is expensive',
    'can we talk on Thursday at 3pm',
    'نعم',
    'draft a memo',
  ])('stays as it is for %s', (text) => expect(anew(text, counted(10, 5))).toBeUndefined());

  it('answers an objection to the price with its figures', () => {
    const step = answerObjections(
      turnOf("that's expensive", { earlier: [counted(10, 5)], nothingFits: true }),
    );
    expect(replyOf(step)).toMatch(/\$10,000 a month.*1 month of/);
  });
});

describe('an objection to the price', () => {
  it.each([
    "that's expensive",
    'way too much for us',
    'this is over our budget',
    "we can't afford that",
    'more than we expected',
    'the price is quite high',
    'quite steep',
    'any discount?',
    'هذا غال',
    'غالٍ جدا',
    'السعر مرتفع',
    'هذا كثير علينا',
    'لا نستطيع دفع هذا المبلغ',
    'فوق ميزانيتنا',
    'باهظ',
    'هل هناك خصم؟',
  ])('%s', (text) => expect(objects(messageOf(text))).toBe(true));

  it.each([
    'we have a lot of customers',
    'how high is the return?',
    'نعمل في مدينة غالبها صناعي',
    'الأغلب يستخدم إكسل',
  ])('not: %s', (text) => expect(objects(messageOf(text))).toBe(false));
});

describe('a mail', () => {
  it.each([
    'Write a casual mail to my team about this',
    'Draft a follow-up for the client, formal please',
    'Prepare a technical note to the consultant with the summary',
    'mail to my team please',
    'can you send me an email about that',
    'اكتب رسالة متابعة رسمية للعميل',
    'جهز بريدا وديا للفريق',
    'أريد رسالة للمستشار',
  ])('is asked for: %s', (text) => expect(draftFollowUpEmail.offline?.applies?.(messageOf(text))).toBe(true));

  it.each([
    'We get most orders by mail and that is a pain',
    'at 3pm please, my email is a@b.example',
    'our people answer 300 emails a day',
    'my mail is mara@lund.example',
    'customers send us mails',
    'we waste time on e-mails',
    'تصلنا الطلبات بالبريد',
    'بريدي sara@x.example',
    'فريقنا يرد على رسائل العملاء',
  ])('is only spoken of: %s', (text) =>
    expect(draftFollowUpEmail.offline?.applies?.(messageOf(text))).toBe(false),
  );
});

describe('who is there', () => {
  it.each([
    'Hi, who are you?',
    'what does your company do?',
    'مرحبا، من أنتم؟',
    'السلام عليكم، ماذا تقدمون؟',
    'ما هي خدماتكم؟',
  ])('%s is told', (text) => expect(replyOf(introduce(turnOf(text)))).toMatch(/workshop|ورشة/));

  it.each([
    'who are you going to invite to our workshop next month',
    'what do you do about hallucinations in our bot and how',
    'نحن شركة نقل',
  ])('%s asks something else', (text) => expect(introduce(turnOf(text))).toBeUndefined());
});

describe('whom we have helped', () => {
  it.each(['Do you work with dentists?', 'have you helped insurers', 'كيف تساعدون شركات المقاولات؟'])(
    '%s is looked up',
    (text) =>
      expect(findExamples(turnOf(text, { nothingFits: true }))).toMatchObject({
        calls: [{ tool: 'search_internal_case_studies' }],
      }),
  );

  it.each(['can you help us?', 'how can you help me', 'كيف تساعدوننا؟'])('%s is no such question', (text) =>
    expect(findExamples(turnOf(text, { nothingFits: true }))).toBeUndefined(),
  );
});

it.each(['what is the difference between the workshop and consulting?', 'ما الفرق بين الورشة والاستشارة؟'])(
  'what is sold is told apart: %s',
  (text) => expect(replyOf(tellDifference(turnOf(text)))).toMatch(/two days|يومان/),
);

it.each([
  'not sure if this is for us',
  "I don't know whether it makes sense",
  'لست متأكدا إن كان هذا يناسبنا',
  'هل يستحق الأمر؟',
])('a doubt is met with figures: %s', (text) =>
  expect(replyOf(answerObjections(turnOf(text, { nothingFits: true })))).toMatch(/figures|أرقامكم/),
);

it('who puts it off is not pressed, though it only hesitates', () =>
  expect(replyOf(answerObjections(turnOf('maybe later', { smallTalk: 'hesitation' })))).toMatch(/no hurry/));
