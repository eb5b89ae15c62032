import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { say } from './wishes.ts';
import { NAMES } from './what-cannot-be-done.ts';

/** What comes next, in the order in which a device is made, and how it is asked for. */
const NEXT: [kind: string, en: string, ar: string][] = [
  [
    'bom',
    'put together the parts list: say “parts list”',
    'إعداد قائمة القطع: اكتب «ما القطع التي أحتاجها؟»',
  ],
  ['wiring', 'wire it: say “how do I wire it?”', 'توصيلها: اكتب «كيف أوصلها؟»'],
  ['code', 'write the firmware: say “write the firmware”', 'كتابة البرنامج: اكتب «اكتب الكود»'],
  ['budget', 'work out what it costs: say “how much does it cost?”', 'حساب التكلفة: اكتب «كم التكلفة؟»'],
];

const ASKS_HOW_IT_GOES = /\bhow (?:are|do) you\b|\bhow is it going\b|كيف (?:حالك|الحال)/iu;

/** Where the project stands and what could be done next; without one, what is made here. */
function invitation(turn: RoutineTurn): string {
  const written = Object.entries(NAMES).flatMap(([kind, [en, ar]]) =>
    kind in turn.artifacts ? [say(turn, en, ar)] : [],
  );
  if (written.length === 0)
    return say(
      turn,
      'I help you build an electronic device: from your idea come the parts list, the wiring, the firmware and what it costs. What should it do? For example: “I want to build a door alarm with a motion sensor and a buzzer”.',
      'أساعدك في بناء جهاز إلكتروني: من فكرتك تأتي قائمة القطع والتوصيلات والبرنامج والتكلفة. ماذا يجب أن يفعل؟ مثلا: «أريد أن أبني إنذارا للباب مع حساس حركة وجرس».',
    );
  const next = NEXT.find(([kind]) => !(kind in turn.artifacts));
  const standing = say(
    turn,
    `In this project there is so far: ${written.join(', ')}.`,
    `في هذا المشروع حتى الآن: ${written.join('، ')}.`,
  );
  return next
    ? `${standing} ${say(turn, `Next I can ${next[1]}.`, `الخطوة التالية: ${next[2]}.`)}`
    : `${standing} ${say(turn, 'Say what is to change, or “check my circuit”.', 'قل ما الذي يتغير، أو اكتب «تحقق من الدائرة».')}`;
}

/** Greetings and the like are answered with where the project stands. */
export const talksBack: OfflineRoutine = (turn) => {
  switch (turn.smallTalk) {
    case 'greeting':
      return {
        reply: `${
          ASKS_HOW_IT_GOES.test(turn.message.text)
            ? say(turn, 'Hello, all is well here, thank you!', 'أهلا بك، كل شيء بخير هنا، شكرا!')
            : say(turn, 'Hello!', 'أهلا بك!')
        } ${invitation(turn)}`,
      };
    case 'help':
      return {
        reply: `${say(turn, 'I am an assistant program.', 'أنا برنامج مساعد.')} ${invitation(turn)}`,
      };
    case 'agreement':
      return { reply: `${say(turn, 'All right.', 'حسنا.')} ${invitation(turn)}` };
    case 'thanks':
      return {
        reply: `${say(turn, 'You are welcome!', 'على الرحب والسعة!')} ${invitation(turn)}`,
      };
    default:
      return undefined;
  }
};
