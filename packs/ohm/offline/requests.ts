import type { RoutineTurn } from '#pack-kit';
import { normalizedWords } from '#text';

/** Words that do not change the meaning of a request. */
const FILLERS = new Set(normalizedWords('please the a an my our now ok okay then me for لي الآن'));

const POLITE = /من فضلك|لو سمحت/g;

/** The words of a message that determine its request. */
export function wordsOf(text: string): string {
  return normalizedWords(text.replaceAll(POLITE, ' '))
    .filter((word) => !FILLERS.has(word))
    .join(' ');
}

const forms = (list: string) => new Set(list.split(/\s*;\s*/).map(wordsOf));

/** Each request with all its accepted forms; the whole message must match. */
const REQUESTS = {
  parts: forms(
    `put together the parts list; make the parts list; create the parts list; prepare the parts list; write the parts list;
     give me the parts list; parts list; bill of materials; shopping list; what parts do I need; which parts do I need;
     what components do I need; جهز قائمة القطع; أعد قائمة القطع; اكتب قائمة القطع; قائمة القطع; ما القطع التي أحتاجها;
     ما هي القطع التي أحتاجها; ما القطع التي أحتاج إليها`,
  ),
  wiring: forms(
    `how do I wire it; how do I wire this; how do I wire the parts; how do I wire everything; wire it; wire it again;
     wire the parts; how do I connect the parts; make the wiring; draw the wiring; plan the wiring; كيف أوصلها; كيف أوصله;
     كيف أوصل القطع; أوصل القطع; وصل القطع; ارسم التوصيل`,
  ),
  firmware: forms(
    `write the firmware; write the code; write the sketch; write the program; make the firmware; generate the firmware;
     update the firmware; اكتب الكود; اكتب البرنامج; اكتب كود; اكتب برنامج`,
  ),
  check: forms(
    `check my circuit is this wired right; check the circuit; check the wiring; is this wired right; is it wired right;
     verify the circuit; verify the wiring; review the schematic; تحقق من الدائرة; افحص الدائرة; تحقق من التوصيل;
     تحقق من التوصيلات; افحص التوصيل`,
  ),
} satisfies Record<string, ReadonlySet<string>>;

/** The whole message is one of the forms of this request. */
export function asks(request: keyof typeof REQUESTS, { message }: Pick<RoutineTurn, 'message'>): boolean {
  return REQUESTS[request].has(wordsOf(message.text));
}

/** Words of a denial, a choice or a comparison; a sentence with one of them is not taken literally. */
const UNCERTAIN = new Set(
  normalizedWords(
    `no not without never none nor don't doesn't can't cannot won't isn't except instead rather or either maybe perhaps
     unless than same بدون بلا دون ليس لا أو لن لم غير ربما`,
  ),
);
const POINTS_BACK = /\b(?:with|of|for|to|from|on|by) (?:it|them|this|that)\b(?! \w)/i;

/** True for a single statement without negation, alternatives or references. */
export function isPlain(text: string): boolean {
  return (
    !/[?؟]|[.!]\s+\S|\n/.test(text.trim()) &&
    !POINTS_BACK.test(text) &&
    !normalizedWords(text).some((word) => UNCERTAIN.has(word))
  );
}

/** Words for the language of the message. */
export function say({ message }: Pick<RoutineTurn, 'message'>, en: string, ar: string): string {
  return message.language === 'ar' ? ar : en;
}
