import { normalizeText } from '#text';
import { asksAboutCall, asksAboutOffer, asksHowWorkshopIsHeld } from './question-of-offer.ts';

const HOW_HELD = [
  'how long is the workshop?',
  'where is the workshop held?',
  'when does the training start?',
  'and who gives the workshop?',
  'what language is the course in?',
  'how many people can attend the workshop?',
  'كم مدة الورشة؟',
  'أين تقام الورشة؟',
  'متى تقام ورشة العمل القادمة؟',
  'من يقدم الورشة؟',
  'ما مدة التدريب؟',
  'في أي مدينة تُعقد الدورة؟',
  'وين تكون الورشة؟',
  'شو مدة الورشة؟',
  'ما لغة الورشة؟',
];
it.each(HOW_HELD)('%s asks how the workshop is held', (text) => {
  expect(asksAboutOffer(normalizeText(text))).toBe(true);
  expect(asksHowWorkshopIsHeld(normalizeText(text))).toBe(true);
});

it.each([
  'how long does the call take?',
  'what happens in the call?',
  'who will be on the call?',
  'where does the meeting take place?',
  'what is a strategy call?',
  'is the workshop suitable for beginners?',
  'tell me about the workshop',
  'كم مدة المكالمة؟',
  'ما الذي يحدث في المكالمة؟',
  'كم تستغرق الاستشارة؟',
  'ما محتوى الورشة؟',
  'هل الورشة عن بعد؟',
  'كم تكلفة الورشة؟',
  'حدثني عن الورشة',
])('%s asks about what is offered', (text) => {
  expect(asksAboutOffer(normalizeText(text))).toBe(true);
  expect(asksHowWorkshopIsHeld(normalizeText(text))).toBe(false);
});

it.each([
  'How do I reserve a workshop date?',
  'I would like to book a workshop',
  'When are you free for a call?',
  'when can we have the workshop?',
  'what times are available for a call?',
  'can we set up a call next week?',
  'is a call possible on Thursday?',
  'a workshop please',
  'كيف أحجز ورشة العمل؟',
  'أريد حجز موعد للاستشارة',
  'نريد ورشة لفريقنا من خمسة مطورين',
  'متى يمكننا عقد الورشة؟',
  'هل يمكن حجز ورشة؟',
  'ورشة من فضلك',
  'متى أنتم متاحون؟',
  'is there time for a call tomorrow?',
  'what about a call on Monday?',
  'which day suits for the call?',
  'when is a good time for a call?',
  'Is there a call this week?',
  'what about a consultation tomorrow at 10?',
  'Will there be a session on Friday? please put me down',
  'who is on the call tomorrow at 3pm?',
  'is there a workshop next week?',
  'what about a workshop on Friday?',
  'ما رأيك بمكالمة غدا؟',
  'ما رأيكم بورشة الأسبوع القادم؟',
  'هل هناك وقت لمكالمة يوم الخميس؟',
  'هل توجد ورشة هذا الأسبوع؟',
  'شو رأيك باستشارة بكرا الساعة 10؟',
  'Who do I call for the workshop?',
  'Whom do I call about the training?',
  'What is the earliest date for the workshop?',
  'Does the workshop start on 5 May?',
  'Does the workshop start on May 5th?',
  'Tell me about a call on training',
  'كيف نحصل على الورشة؟',
])('%s wants one', (text) => expect(asksAboutOffer(normalizeText(text))).toBe(false));

it('what a workshop saves is no question of how it is held', () =>
  expect(asksHowWorkshopIsHeld(normalizeText('how many hours would the workshop save for 12 people?'))).toBe(
    false,
  ));

it.each([
  'how long does the call take?',
  'how long is a consultation?',
  'so who will be on the intro call?',
  'who gives the consultation?',
  'where is your first meeting?',
  'what do we discuss in the strategy session?',
  'كم من الوقت تستغرق المكالمة؟',
  'أين تكون الجلسة؟',
  'مين المستشار؟',
  'من سيحضر الاجتماع؟',
  'كم تستغرق الجلسة مع المستشار؟',
  'مع من تكون المكالمة؟',
  'what is the call about?',
])('%s asks about the call that is offered', (text) => expect(asksAboutCall(normalizeText(text))).toBe(true));

it.each([
  'how many hours do we lose in the weekly meeting?',
  'what does a meeting cost us per year?',
  'how long does a support call take our team on average?',
  'what does a missed call cost us?',
  'how long does the call take us each time?',
  'who is on the sales call?',
  'where do our appointments get lost?',
  'what is the meeting culture of a good team?',
  'what does a consultation cost?',
  'what is the price of the strategy call?',
  'is the call worth it?',
  'كم ساعة نخسر في الاجتماع الأسبوعي؟',
  'كم تكلفنا المكالمة الفائتة؟',
  'كم مدة الاجتماع اليومي عندنا؟',
  'كم تكلف الاستشارة؟',
  'How long is the call queue?',
  'How long does the call handling take?',
  'Who is on the call list?',
  'كم يستغرق الاجتماع مع الموردين؟',
])('%s is of calls of their own, or of a price', (text) =>
  expect(asksAboutOffer(normalizeText(text))).toBe(false),
);
