/** "Not furnished", "unfurnished", "without furniture", "مب مفروشة", "بدون فرش". */
const UNFURNISHED =
  /\bunfurnished\b|\b(?:not|isn t|aren t|without|non|no)\b(?: \w+){0,2} furni|(?:^| )و?(?:غير|مو|مش|مب|موب|مهب|مهيب|ماهي|ما هي|بدون|من دون|بلا|ليست?|ابي ما فيها) (?:ال)?(?:مفروش|فرش|اثاث)/;
const FURNISHED = /\bfurnished\b|\bwith furniture\b|مفروش|مع (?:ال)?(?:فرش|اثاث)/;
/** "Furnished or not", "is it furnished?": asked about, and not wished for. */
const EITHER =
  /\bfurnished or (?:not|unfurnished)|\bunfurnished or furnished|مفروش\S* (?:او|ولا|ام) (?:لا|غير|مو|مش|مب)/;

/** Whether a message wishes for furnished homes, or for such as are not; undefined where it does not matter. */
export function furnitureWanted(normalized: string): boolean | undefined {
  if (EITHER.test(normalized)) return undefined;
  if (UNFURNISHED.test(normalized)) return false;
  return FURNISHED.test(normalized) ? true : undefined;
}
