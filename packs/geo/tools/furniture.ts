import { normalizeText } from '#text';

const BETWEEN =
  '(?: (?:fully|semi|partly|partially|be|being|to|a|an|any|the|it|them|one|ones|much|that|all|too|even|really))*';
/** "Not furnished", "unfurnished", "without furniture", "no furnished ones", "I don't want it furnished". */
const UNFURNISHED = new RegExp(
  [
    String.raw`\bunfurnished\b|\bno furni`,
    String.raw`\b(?:not|isn t|aren t|without|non|(?:don t|do not|didn t|not) (?:want|need))\b${BETWEEN} furni`,
  ].join('|'),
);
/** "مب مفروشة", "بدون فرش", "لا أريدها مفروشة". */
const UNFURNISHED_AR =
  /(?:^| )و?(?:غير|مو|مش|مب|موب|مهب|مهيب|ماهي|ما هي|بدون|من دون|بلا|ليست?|ابي ما فيها|(?:لا|ما|مش|مو|مب) (?:[انت]?ريد|[ان]بي|[ان]بغ|بد|عايز|عاوز|[ان]حتاج|ود)\S{0,3}(?: (?:ان|اي|ياها|شقه|شقق|فيلا|فلل|بيت|سكن|وحده|وحدات|تكون|يكون))*) (?:ال)?(?:مفروش|فرش|اثاث)/;
const FURNISHED = /\bfurnished\b|\bwith furniture\b|مفروش|مع (?:ال)?(?:فرش|اثاث)/;
/** "Furnished or not", "is it furnished?": asked about, and not wished for; "it need not be furnished" is no wish either. */
const EITHER = new RegExp(
  [
    String.raw`\bfurnished or (?:not|unfurnished)|\bunfurnished or furnished`,
    String.raw`\b(?:(?:doesn t|don t|does not|do not|not|no) (?:have|need)(?: to| for)?|need(?: not|n t)|not necessarily)(?: (?:be|any))* furni`,
    'مفروش\\S* (?:او|ولا|ام) (?:لا|غير|مو|مش|مب)',
    '(?:(?:مو|مش|مب|ما|ليس) (?:لازم|شرط|ضروري)\\S*|(?:لا|ما) يهم\\S*|لا (?:يلزم|يشترط))(?: (?:ان|اذا|لو|تكون|يكون|كانت?))* (?:ال)?مفروش',
  ].join('|'),
);
/** What is said on one side of a mark says nothing of the other: "no, furnished flats". */
const MARKS = /[,،.;؛:!?؟\n]+/;

/** Whether a message wishes for furnished homes, or for such as are not; undefined where it does not matter. */
export function furnitureWanted(text: string): boolean | undefined {
  const normalized = normalizeText(text);
  if (EITHER.test(normalized)) return undefined;
  const parts = text.split(MARKS).map(normalizeText);
  if (parts.some((part) => UNFURNISHED.test(part) || UNFURNISHED_AR.test(part))) return false;
  return FURNISHED.test(normalized) ? true : undefined;
}
