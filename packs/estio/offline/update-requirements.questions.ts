import type { QuestionBack } from '#pack-kit';
import type { KeyFact } from '../schema/requirements.ts';
import { QUESTIONS } from '../tools/update-requirements.reply.ts';
import { districtFill } from './update-requirements.fill.ts';
import { BEDROOM_WORDS } from './requests.ts';

const asked = (fact: KeyFact | 'timing') => ({ en: QUESTIONS.en[fact], ar: QUESTIONS.ar[fact] });

/** A number alone is a time where it is a year or a date; an amount and a number of rooms are none. */
const NAMES_A_TIME =
  /\b20\d\d\b(?! (?:euro|eur|k))|\b\d{1,2}(?:[/.-]\d{1,2}|st|nd|rd|th)\b|^(?:(?:in|about|around|maybe|بعد|خلال|حوالي) )*\d{1,2}$|\b(?:soon|asap|now|today|tomorrow|immediately|right away|week|month|year|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|no rush|not sure yet)|الان|قريبا|فورا|غدا|اسبوع|شهر|اشهر|شهور|سنه|عام|الربيع|الصيف|الخريف|الشتاء|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر/;

/** What the reply goes on to ask. When the move would be has no field of its own: it is kept as a fact. */
export const questionsBack: QuestionBack[] = [
  { question: asked('district'), gives: { district: districtFill } },
  {
    question: asked('maxPrice'),
    gives: {
      maxPrice: {
        from: 'first',
        of: [
          { from: 'money', bound: 'max', lone: true },
          { from: 'money', bound: 'any' },
        ],
      },
    },
  },
  {
    question: asked('bedrooms'),
    gives: { bedrooms: { from: 'int', words: BEDROOM_WORDS, asText: true, lone: true } },
  },
  {
    question: asked('timing'),
    tool: 'store_insight',
    answeredBy: ({ normalized }) => NAMES_A_TIME.test(normalized),
    gives: {
      text: {
        from: 'rule',
        read: ({ text, language }) => `${language === 'ar' ? 'موعد الانتقال' : 'Would move'}: ${text.trim()}`,
      },
      category: { from: 'const', value: 'timeline' },
    },
  },
];
