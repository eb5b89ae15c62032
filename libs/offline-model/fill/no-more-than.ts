/** Between a negation and its "more than": "can't go over", "don't want to spend more than". */
const SPENDS =
  'able|willing|going|want|wanting|wish|like|prepared|to|spend|pay|go|afford|have|got|offer|be|invest|anything|up|at|ever|really';
const SPENDS_AR =
  'عندي|عندنا|عنده|عندها|معي|معنا|معه|معها|لدي|لدينا|لديه|لديها|اقدر|نقدر|استطيع|نستطيع|اريد|نريد|ابي|نبي|ابغي|نبغي|بدي|بدنا|ان|ادفع|ندفع|اصرف|نصرف|انفق|ننفق|املك|نملك|اتجاوز|نتجاوز|يكون|تكون|اتعدي|نتعدي';
const NO_MORE = new RegExp(
  `(?:^| )(?:cannot|(?:can|couldn|don|doesn|won|wouldn|isn|aren|shouldn) t(?! you)|no longer|never|not|nothing)(?: (?:${SPENDS})){0,5} (?:more than|over|above|beyond|higher than)(?: (?:about|around|the|a|an|say))?$`,
  'u',
);
const NO_MORE_AR = new RegExp(
  `(?:^| )و?(?:ما|لا|لن|لم يعد|لم تعد|لم|ليس|ليست|مش|مو|مب)(?: (?:${SPENDS_AR})){0,4} (?:اكثر من|ازيد من|اعلي من|فوق|غير|الا|سوي)(?: (?:حوالي|نحو|حدود))?$`,
  'u',
);

/** Whether the normalised words right before an amount make it the most: "can't spend more than", "ما عندنا إلا". */
export function isNoMoreThan(before: readonly string[]): boolean {
  const said = before.join(' ');
  return NO_MORE.test(said) || NO_MORE_AR.test(said);
}
