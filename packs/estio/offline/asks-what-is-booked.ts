import { anySpelling, normalizedWords, normalizeText } from '#text';

const PUT_DOWN = '(?:booked|scheduled|arranged)';
const VISITS = '(?:bookings?|viewings?|appointments?|visits?)';
/** "What did I book?", "is it booked?", "when is my viewing?". */
const ASKS = anySpelling(
  new RegExp(
    [
      String.raw`\b(?:what|which|when|where)(?: \w+){0,3}? (?:did|have|had) (?:i|we|you) (?:just |already |actually )?(?:book|reserve|schedule|arrange)(?:d|ed)?\b`,
      String.raw`^(?:(?:so|and|ok|okay|but|well) )*(?:did|have|has|had|is|are|am|was|were)\b(?: \w+){1,5}? ${PUT_DOWN}\b`,
      String.raw`\b(?:what|which|anything|something|nothing)(?: \w+){0,3} ${PUT_DOWN}\b`,
      String.raw`\bdid (?:you|i|we) (?:\w+ )?(?:book|schedule|arrange)\b|\bdid (?:the |my |our |it |that )?(?:booking |viewing |appointment )?(?:go through|work|happen|succeed)\b`,
      String.raw`\b(?:when|what|where|which|show|list|tell|remind|confirm|status|any|have)\b(?: \w+){0,4} (?:my|our) (?:\w+ )?${VISITS}\b`,
      String.raw`^(?:(?:so|and|ok|okay) )*(?:my|our) ${VISITS}$|\bdo (?:i|we) have (?:a|an|any) (?:\w+ )?${VISITS}\b`,
      'ماذا حجزت|(?:شو|وش|ايش|ما الذي|متى|أي شيء|هل)(?: \\S+){0,2} ?(?:حجزت|حجزنا|حجزتم|محجوز|محجوزة)|حجوزاتي|حجوزاتنا|(?:متى|ما|أين|هل|كم|اعرض|ذكرني)(?: \\S+){0,2} (?:معاينتي|موعدي|مواعيدي|حجزي|معايناتي)|هل تم (?:ال)?حجز|تم الحجز [؟?]|هل نجح الحجز',
    ].join('|'),
    'iu',
  ),
);
const MAX_WORDS = 9;

/** A message that asks what was booked, or whether it was. */
export function asksWhatIsBooked(text: string): boolean {
  return normalizedWords(text).length <= MAX_WORDS && ASKS.test(normalizeText(text));
}
