import { normalizeText, anySpelling } from '#text';

/** The words of an action, as regular expressions over normalised text. At least one of them is given. */
export interface ActionWords {
  /** Participles: "booked". */
  done?: string;
  /** Arabic verbal nouns after "تم": "حجز". */
  doing?: string;
  /** Other forms of the claim: "حجزت لك", "i have tested". */
  own?: string;
}

/** An {@link ActionWords.own}: the assistant itself says that it has done it. For words that are often said of other things. */
export const saysItself = (participles: string): string =>
  String.raw`(?:i|we) (?:(?:have|ve|just|now|also|already) )*(?:${participles})\b`;

/** Part of a sentence with one verb, and its connection to the previous part. */
interface Clause {
  text: string;
  joint: 'start' | 'comma' | 'and' | 'but';
}

const AUXILIARY = String.raw`(?:(?:has|have|was|were|is|are|been|i|we|ve|s|just|now|already|also|successfully) )+`;
/** A negation in the clause itself, before the verb. */
const DENIES =
  /\b(?:not|never|no|nothing|nobody|none|neither|nor|cannot|without|(?:can|could|was|were|is|are|has|have|had|do|does|did|would|wo) ?n ?t|(?:can|could|wasn|weren|isn|aren|hasn|haven|hadn|don|doesn|didn|wouldn|won) t)\b|(?:^| )(?:لم|لن|ليس|ليست|لا شيء|لا احد|ما)(?= )/;
/** A negation after the verb: "I have sent nothing". */
const DENIED_AFTER = /^(?: (?:you|him|her|them))? (?:nothing|nobody|no|none|neither)\b/;
/** Marks of a possible, future or requested action. */
const SUPPOSES = anySpelling(
  /\b(?:until|unless|once|when|if|whether|before|after|as soon as)\b|(?:^| )(?:عندما|حين|حالما|بمجرد|فور|بعد ان|قبل ان|حتى|اذا|لو|هل|متى)(?= )/g,
);
/** Directly before a verb: "may have been sent". */
const MAYBE =
  /\b(?:will|would|ll|shall|should|can|could|may|might|must|to)(?: (?:not|also|soon|already|probably|be))*\s*$/;
const ASKS = anySpelling(
  /^(?:(?:and|or|so) )?(?:is|are|was|were|has|have|had|do|does|did|can|could|shall|should|will|would|may|what|when|which|who|why|how|where|whether)\b|^(?:هل|متى|كيف|ماذا|اين|لماذا|من)(?= )/,
);
const HAS_VERB = /\b(?:have|has|had|ve|was|were|is|are|been|(?:i|we) \w+ed)\b|(?:^| )(?:و|ف)?تمت? |يتم /;
const LEADING = /^(?:and|or|but|however|then|also|already|just|now|even|successfully|although|though)(?: |$)/;

/**
 * Returns whether a text, English or Arabic, calls an action done. Each clause counts by itself: one may deny what another
 * claims.
 */
export function claimOf(words: ActionWords): (text: string) => boolean {
  const patterns = patternsOf(words);
  return (text) =>
    // Most replies name no such action.
    patterns.action.test(normalizeText(text)) &&
    text.split(/(?<=[.!?؟])\s+|\n+/).some((sentence) => isClaimedIn(sentence, patterns));
}

/** "I have passed it on", which a noted request supports. */
export const PASSED_ON = {
  name: 'passed on',
  isIn: claimOf({
    own: String.raw`${saysItself('forwarded|submitted|passed')}|requests? (?:has|have|was|were|is) (?:been )?(?:forwarded|submitted|passed on)\b`,
  }),
  tools: ['request_feature'],
};

/** "I have sent it", in a pack whose tools send nothing. */
export const SENT = {
  name: 'sent',
  isIn: claimOf({ done: 'sent|mailed|e-?mailed|delivered', doing: 'ارسال', own: 'ارسلت |ارسلنا ' }),
  tools: [],
};

function isClaimedIn(sentence: string, patterns: ClaimPatterns): boolean {
  const asked = /[?؟]\s*$/.test(sentence);
  const clauses = clausesOf(sentence, patterns);
  let before: Standing = { asserts: false, denies: false, supposes: false };
  for (const [index, clause] of clauses.entries()) {
    const isAsked = asked && (index === clauses.length - 1 || ASKS.test(clause.text));
    if (!isAsked && claims(clause, patterns, before)) return true;
    before = isAsked ? { asserts: false, denies: false, supposes: true } : standingOf(clause, before);
  }
  return false;
}

function clausesOf(sentence: string, { andAgain }: ClaimPatterns): Clause[] {
  const parts = sentence.split(/[,;،؛]\s+|:\s+|\s[-–—]+\s|—|[()]/).map((part) => normalizeText(part));
  return parts
    .filter((part) => part !== '')
    .flatMap((part, index) =>
      part
        .split(
          /\s(?=(?:and|but|however|although|though|because|whereas|while) )|\s(?=(?:و?لكن\S*|بينما|غير ان) )/,
        )
        .flatMap((clause) => clause.split(andAgain))
        .map((text, within): Clause => ({ text, joint: jointOf(text, index + within === 0, within > 0) })),
    );
}

function jointOf(text: string, isFirst: boolean, isWithin: boolean): Clause['joint'] {
  if (/^(?:but|however|although|though|whereas|while|because)\b|^(?:و?لكن|بينما|غير ان)/.test(text))
    return 'but';
  if (isWithin || /^(?:and|or)\b|^و/.test(text)) return 'and';
  return isFirst ? 'start' : 'comma';
}

/** The assertion of a clause. A next clause without a verb of its own takes it over: "I have booked it and sent the offer". */
interface Standing {
  asserts: boolean;
  denies: boolean;
  /** "Once it is booked and the contract has been signed" */
  supposes: boolean;
}

function standingOf({ text, joint }: Clause, before: Standing): Standing {
  const supposes = text.search(SUPPOSES) >= 0 || (joint === 'and' && before.supposes);
  if (!HAS_VERB.test(text)) return joint === 'but' ? { ...before, supposes } : before;
  const denies = DENIES.test(text);
  return { asserts: !denies && !supposes, denies, supposes };
}

function claims({ text, joint }: Clause, patterns: ClaimPatterns, before: Standing): boolean {
  if (joint === 'and' && before.supposes) return false;
  return claimsItself(text, patterns) || (carriedBy(joint, before) && takesOver(text, patterns));
}

interface ClaimPatterns {
  /** The action in any form. */
  action: RegExp;
  /** The claim with its verb. */
  claim: RegExp;
  /** The action without a verb of its own: "and sent the offer", "and the offer sent", "وإرسال العرض". */
  bare: RegExp;
  /** Where Arabic "and" begins another clause. */
  andAgain: RegExp;
}

function patternsOf({ done, doing, own }: ActionWords): ClaimPatterns {
  const claim = [
    done && String.raw`\b${AUXILIARY}(?:${done})\b`,
    doing && String.raw`(?:^| )(?:و|ف)?تمت? (?:ال)?(?:${doing})`,
    own && String.raw`(?:^| )(?:و|ف)?(?:${own})`,
  ];
  const bare = [
    done &&
      String.raw`^(?:${done})\b|^(?:the|your|our|an?|both)(?: \w+){1,3} (?:${done})(?: (?:too|as well|already|today|now))?$`,
    doing && String.raw`^و?(?:ال)?(?:${doing})(?: |$)`,
  ];
  const either = (parts: (string | undefined)[]) => parts.filter(Boolean).join('|');
  return {
    action: new RegExp(either([done, doing, own])),
    claim: new RegExp(either(claim), 'g'),
    bare: new RegExp(either(bare) || '(?!)'),
    andAgain: new RegExp(String.raw`\s(?=و(?:قد |لقد )?(?:${either(['تم', doing, own])}))`),
  };
}

function claimsItself(text: string, { claim }: ClaimPatterns): boolean {
  return [...text.matchAll(claim)].some(({ 0: found, index }) => {
    const [leading, behind] = [text.slice(0, index), text.slice(index + found.length)];
    if (DENIES.test(leading) || DENIED_AFTER.test(behind) || MAYBE.test(leading)) return false;
    return !supposed(leading, found);
  });
}

/** A word such as "after" applies up to the next subject: "After your call I have booked it" is a claim. */
function supposed(leading: string, found: string): boolean {
  const word = [...leading.matchAll(SUPPOSES)].at(-1);
  if (!word) return false;
  const between = leading.slice(word.index + word[0].length).trim();
  return between === '' || !/^ ?(?:i|we) /.test(found);
}

/** True if the text names the action without a verb before it. */
function takesOver(text: string, { bare }: ClaimPatterns): boolean {
  let rest = text;
  while (LEADING.test(rest)) rest = rest.replace(LEADING, '');
  return bare.test(rest);
}

/** "I have not booked it yet, but sent the photos": the contrast to a denial is a claim. */
function carriedBy(joint: Clause['joint'], before: Standing): boolean {
  if (joint === 'but' && before.denies) return !before.supposes;
  return before.asserts;
}
