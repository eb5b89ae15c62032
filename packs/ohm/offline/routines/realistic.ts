import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { say } from './wishes.ts';

const ASKS_IF_REALISTIC = anySpelling(
  /\b(?:realistic|feasible|doable|too (?:hard|difficult|ambitious))\b|(?<!\p{L})(?:واقعي\p{L}{0,2}|معقول\p{L}?|قابل\p{L}? للتنفيذ)(?!\p{L})/iu,
);
/** How long a battery lasts and what something costs is worked out by others. */
const OF_ELSE = anySpelling(
  /\b(?:battery life|lasts?|hours|days|months?|years?|budget|euros?|dollars?|usd|price|costs?)\b|[€$]|(?<!\p{L})(?:ميزانية|سعر|تكلفة|شهر|سنة|يوم|ساعة)(?!\p{L})/iu,
);
/** What people ask for and no part of the catalogue does. */
const NOT_HELD: readonly [words: RegExp, en: string, ar: string][] = [
  [
    anySpelling(/\b(?:cameras?|webcams?|video)\b|(?<!\p{L})(?:ب|و)?(?:ال)?كاميرا(?!\p{L})/iu),
    'a camera',
    'الكاميرا',
  ],
  [
    anySpelling(/\b(?:drones?|quadcopters?)\b|(?<!\p{L})طائرة مسيرة(?!\p{L})/iu),
    'a drone',
    'الطائرة المسيرة',
  ],
];
const MAX_WORDS = 30;

/** "A doorbell with a camera, realistic?": what of it the catalogue has, and what not. */
export const tellIfRealistic: OfflineRoutine = (turn) => {
  const { message, calls } = turn;
  const { text, language } = message;
  if (calls.length > 0 || !/[?؟]/.test(text) || !ASKS_IF_REALISTIC.test(text) || OF_ELSE.test(text))
    return undefined;
  const named = partsNamedIn(text);
  const missing = NOT_HELD.filter(([words]) => words.test(text)).map(([, en, ar]) => say(turn, en, ar));
  if (normalizedWords(text).length > MAX_WORDS || named.length + missing.length === 0) return undefined;
  const comma = say(turn, ', ', '، ');
  const names = named.map((part) => nameIn(language, part)).join(comma);
  return {
    reply: [
      missing.length > 0 &&
        say(
          turn,
          `Not all of it here: there is nothing for ${missing.join(comma)} in my catalogue, so I cannot plan, wire or program that.`,
          `ليس كله هنا: لا يوجد في قائمتي شيء لهذا: ${missing.join(comma)}، فلا أستطيع تخطيط ذلك أو توصيله أو برمجته.`,
        ),
      names &&
        say(
          turn,
          `My catalogue has for it: ${names}. Whether the power is enough I check with the parts list.`,
          `في قائمتي لهذا: ${names}. وهل تكفي الطاقة أتحقق منه مع قائمة القطع.`,
        ),
      missing.length > 0
        ? say(
            turn,
            'Tell me the device without it, for example “I want to build a doorbell with a button and a buzzer”, and I plan that.',
            'صف لي الجهاز من دونه، مثلا «أريد أن أبني جرس باب بزر وجرس»، فأخطط له.',
          )
        : say(
            turn,
            'Say “I want to build …” with what it is to do, and I plan it.',
            'اكتب «أريد أن أبني …» مع ما يجب أن يفعله، فأخطط له.',
          ),
    ]
      .filter(Boolean)
      .join(' '),
  };
};
