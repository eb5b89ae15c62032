import { anySpelling, normalizeText, normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { newBrief } from './brief.ts';
import { say } from './wishes.ts';

const ASKS_IDEA = anySpelling(
  /\b(?:what (?:can|could|should|would|might) (?:i|we|you|one|she|he|they) (?:build|make|do|create)\b(?!.*\b(?:about|if|when|wrong|cheaper|better)\b)|(?:what(?:'s| is| are|'re|s)|any|some|give (?:me|us)|suggest|do you have|got|need|recommend) (?:an? |any |some |me |us |good |nice |a few )*(?:easy |simple |first |good |fun |beginner'?s? |small |nice |starter |cool )*(?:projects?|ideas?|things? to (?:build|make))|(?:easy|simple|first|beginner'?s?|starter) projects?|where (?:do|should|can) (?:i|we) (?:start|begin)|i (?:do not|don'?t) know what to (?:build|make))\b|ماذا (?:يمكنني|يمكننا|أستطيع|نستطيع|أقدر|نقدر) أن (?:أبني|نبني|أصنع|نصنع|أعمل|نعمل)|(?:أفكار|فكرة|اقترح\p{L}*) (?:ل)?(?:مشروع|مشاريع)|مشروع (?:سهل|بسيط|للمبتدئين)/iu,
);
/** Of a project that there is or that is told, or of no device. */
const OF_THIS =
  /\b(?:i|we)(?:'d| would)? (?:want|like|love|plan|need|hope|wish) to (?:build|make|create)\b|\b(?:i am|i'm|we are|we're) (?:building|making)\b|\b(?:this|my|our|the) (?:project|idea)s?\b|\b(?:start over|new project|instead|food|dinner|dish|cake)\b/iu;

/** Small devices, each with all that it needs in the catalogue, the easiest first. */
const IDEAS: { parts: string[]; en: string; ar: string }[] = [
  {
    parts: ['led-5mm', 'ldr', 'arduino-nano'],
    en: 'a night light that turns on when it is dark (LED and photoresistor)',
    ar: 'ضوء ليلي يعمل عندما يحل الظلام (ضوء ومقاومة ضوئية)',
  },
  {
    parts: ['reed-switch', 'buzzer', 'arduino-uno'],
    en: 'a door alarm that beeps when the door opens (reed switch and buzzer)',
    ar: 'إنذار للباب يصدر صوتا عندما يفتح (مفتاح مغناطيسي وجرس)',
  },
  {
    parts: ['dht22', 'ssd1306', 'esp32-devkit', 'dht11'],
    en: 'a thermometer that shows temperature and humidity (DHT22 and display)',
    ar: 'مقياس يعرض الحرارة والرطوبة (DHT22 وشاشة)',
  },
  {
    parts: ['sg90', 'button', 'arduino-uno'],
    en: 'a flap that opens at the press of a button (servo and button)',
    ar: 'غطاء يفتح بضغطة زر (محرك سيرفو وزر)',
  },
  {
    parts: ['soil-cap', 'pump-5v', 'relay-1', 'esp32-devkit'],
    en: 'a plant waterer (soil moisture sensor, relay and pump)',
    ar: 'جهاز يسقي النباتات (حساس رطوبة التربة ومرحل ومضخة)',
  },
  {
    parts: ['hc-sr04', 'lcd1602-i2c', 'arduino-uno'],
    en: 'a parking aid that shows the distance (ultrasonic sensor and display)',
    ar: 'مساعد ركن يعرض المسافة (حساس مسافة وشاشة)',
  },
];
const MOST = 3;

/** "What can I build with a servo?": devices that the parts of the catalogue are enough for. */
export const suggestIdeas: OfflineRoutine = (turn) => {
  const { text } = turn.message;
  if (turn.calls.length > 0 || 'bom' in turn.artifacts || 'context' in turn.artifacts) return undefined;
  if (!ASKS_IDEA.test(text) || OF_THIS.test(text)) return undefined;
  const named = partsNamedIn(text).map(({ id }) => id);
  const shared = ({ parts }: (typeof IDEAS)[number]) => parts.filter((id) => named.includes(id)).length;
  const ideas = IDEAS.toSorted((one, other) => shared(other) - shared(one)).slice(0, MOST);
  return {
    reply: [
      say(turn, 'For example:', 'مثلا:'),
      ...ideas.map(({ en, ar }) => `- ${say(turn, en, ar)}`),
      say(
        turn,
        'Tell me which of them, or what else it is to do, such as “I want to build a night light with an LED and a photoresistor”.',
        'قل أيها تريد، أو ماذا يجب أن يفعل جهازك، مثل «أريد أن أبني ضوءا ليليا».',
      ),
    ].join('\n'),
  };
};

const MAX_WORDS_OF_A_CHOICE = 8;

/** "The second one" of the ideas: it is written down as if it had been told. */
export const takeIdea: OfflineRoutine = (turn) => {
  const { place, message, replied } = turn;
  if (place === undefined || normalizedWords(message.text).length > MAX_WORDS_OF_A_CHOICE) return undefined;
  const told = replied.at(-1) ?? '';
  const ideas = IDEAS.flatMap(({ en, ar }) => [en, ar])
    .filter((idea) => told.includes(`- ${idea}`))
    .toSorted((one, other) => told.indexOf(one) - told.indexOf(other));
  const text = ideas.at(place);
  if (text === undefined) return undefined;
  return newBrief({ ...turn, message: { ...message, text, normalized: normalizeText(text) } });
};
