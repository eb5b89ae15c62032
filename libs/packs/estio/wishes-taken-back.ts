import { normalizeText, takesBackWhatWasSaid } from '#tools';

/** "But" and a sign between clauses; a comma within a number is none. */
const BETWEEN_CLAUSES = /[,،](?!\d)|[.!?؟;؛](?=\s|$)|\n|(?<=\s)(?:but|لكن|ولكن|بل)(?=\s)/iu;
/** "I don't need a pool any more", "the garden isn't important": a wish is no wish any longer. */
const NO_WISH =
  /(?:^| )(?:(?:don t|do not|dont|doesn t|does not|didn t|did not|never|won t) (?:really |actually |even |particularly |necessarily )?(?:need|want|wanted|require|insist on|care (?:about|for))|no longer (?:need|want|require|looking for|interested in)|(?:isn t|is not|aren t|not) (?:that |so |really |very |actually )?(?:needed|necessary|important|required|essential|a must))(?= |$)|(?:^| )و?(?:(?:لا|ما|مو|مش|لم|لم اعد|لم نعد|ما عدت|ما عدنا) (?:احتاج|نحتاج|محتاج|محتاجه|محتاجين|اريد|نريد|ابي|نبي|ابغي|نبغي|بدي|بدنا|عايز|عايزين|عاوز|يهمني|يهمنا)|(?:ليس|ليست|مو|مش|غير) (?:ضروريا?|ضروريه|مهما?|مهمه|لازما?))(?= |$)/u;

/** The clauses of a message that make wishes, and those that take some back, both normalised. */
export function clausesByWish(text: string): { kept: string; takenBack: string } {
  const clauses = text.split(BETWEEN_CLAUSES).map(normalizeText).filter(Boolean);
  const isTakenBack = (clause: string) => takesBackWhatWasSaid(clause) || NO_WISH.test(clause);
  return {
    kept: clauses.filter((clause) => !isTakenBack(clause)).join(' '),
    takenBack: clauses.filter(isTakenBack).join(' '),
  };
}
