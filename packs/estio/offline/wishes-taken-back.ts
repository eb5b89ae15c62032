import { normalizeText, takesBackWhatWasSaid, toBeForgotten } from '#text';
import { asksWhatIsNotRecorded } from './not-on-record.ts';

const ORDERS =
  'show|find|search|look|list|give|get|send|mail|email|book|tell|draft|write|compare|calculate|make|arrange|schedule|reschedule|cancel|check|offer|counter|add|note|remember|call|prepare|create|propose|suggest';
const ORDERS_AR =
  '[أا]عرض|[أا]رني|[اأ]رسل|ابحث|أعطني|اعطني|[أا]عطيني|احجز|هات|وريني|دور|اكتب|قارن|احسب|[أا]خبرني|اقترح|قدم|جهز|رتب|[أا]لغ|سجل';
/** "But", "and show me …" and a sign between clauses; a comma within a number is none. */
const BETWEEN_CLAUSES = new RegExp(
  String.raw`[,،](?!\d)|[.!?؟;؛](?=\s|$)|\n|(?<=\s)(?:but|لكن|ولكن|بل)(?=\s)|\s(?:and|then)(?: (?:then|please|just|instead))*(?=\s(?:${ORDERS})\s)|\sو(?=(?:${ORDERS_AR})\s)`,
  'iu',
);
/** Something is asked for, which is answered before anything is said of what was taken back. */
const ORDER = new RegExp(String.raw`(?:^| )(?:${ORDERS})(?= |$)|(?:^| )و?(?:${ORDERS_AR})(?= |$)`, 'u');
/** "I don't need a pool any more", "the garden isn't important": a wish is no wish any longer. */
const NO_WISH =
  /(?:^| )(?:(?:don t|do not|dont|doesn t|does not|didn t|did not|never|won t) (?:really |actually |even |particularly |necessarily )?(?:need|want|wanted|require|insist on|care (?:about|for))|no longer (?:need|want|require|looking for|interested in)|(?:isn t|is not|aren t|not) (?:that |so |really |very |actually )?(?:needed|necessary|important|required|essential|a must))(?= |$)|(?:^| )و?(?:(?:لا|ما|مو|مش|لم|لم اعد|لم نعد|ما عدت|ما عدنا) (?:احتاج|نحتاج|محتاج|محتاجه|محتاجين|اريد|نريد|ابي|نبي|ابغي|نبغي|بدي|بدنا|عايز|عايزين|عاوز|يهمني|يهمنا)|(?:ليس|ليست|مو|مش|غير) (?:ضروريا?|ضروريه|مهما?|مهمه|لازما?))(?= |$)/u;

/** What may be wished for of a home, by itself: "the pool", "a second bathroom". */
const THING = /^(?:(?:the|an?|any|my|our|that) )?(?:\S+ )?\S+$/u;
const AFTERWARDS =
  /(?: (?:please|thanks|thank you|then|now|for now|after all|any ?more|again|من فضلك|خلاص))+$/u;
const OF_A_HOME =
  /\b(?:pools?|gardens?|bath(?:room)?s?|toilets?|views?)\b|مسبح|حمام|بركه|حديقه|حدائق|اطلاله/u;

/** The clauses of a message that make wishes, and those that take some back, both normalised. */
export function clausesByWish(text: string): { kept: string; takenBack: string } {
  const clauses = text.split(BETWEEN_CLAUSES).map(normalizeText).filter(Boolean);
  const isTakenBack = (clause: string) =>
    takesBackWhatWasSaid(clause) || isForgottenThing(clause) || NO_WISH.test(clause);
  return {
    kept: clauses.filter((clause) => !isTakenBack(clause)).join(' '),
    takenBack: clauses.filter(isTakenBack).join(' '),
  };
}

/** "Forget the pool"; "forget the offer" is about no wish. */
function isForgottenThing(clause: string): boolean {
  const thing = toBeForgotten(clause)?.replace(AFTERWARDS, '') ?? '';
  return THING.test(thing) && (OF_A_HOME.test(thing) || asksWhatIsNotRecorded(thing));
}

/** Whether the clauses, normalised, ask for something to be done. */
export function givesOrder(clauses: string): boolean {
  return ORDER.test(clauses);
}
