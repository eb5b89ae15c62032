import { normalizeText } from '#tools';
import { asksAboutOffer, asksHowWorkshopIsHeld } from './question-of-offer.ts';

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
])('%s wants one', (text) => expect(asksAboutOffer(normalizeText(text))).toBe(false));

it('what a workshop saves is no question of how it is held', () =>
  expect(asksHowWorkshopIsHeld(normalizeText('how many hours would the workshop save for 12 people?'))).toBe(
    false,
  ));
