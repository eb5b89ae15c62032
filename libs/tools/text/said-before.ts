/** What stands before a sentence comes to its point. */
const OPENERS =
  '(?:(?:and|but|so|ok|okay|oh|well|no|wait|sorry|actually|please|just|now|then|you can|you may|can you|could you|let s|و|لكن|طيب|لا|عفوا|اسف|اسفه|من فضلك|لو سمحت|بس|خلاص|يعني) )*';
const TO_FORGET = `(?:forget|ignore|disregard|scrap|scratch|strike|never ?mind|take back|leave out|undo)(?: about)?`;
const TO_FORGET_AR =
  '(?:و?(?:انس|انسي|انسوا|انسى|تجاهل|تجاهلي|تجاهلوا|اترك|اتركي|اتركوا|دعك من|بلاش|شيل|شيلوا))';
const SAID = '(?:said|say|told|tell|mentioned|mention|asked|ask|wrote|write|written|noted|requested)';
const SAID_AR = '(?:قلت|قلنا|اقل|نقل|ذكرت|ذكرنا|اذكر|نذكر|طلبت|طلبنا|اطلب|نطلب|كتبت|كتبنا|حكيت|حكينا)';

/** "Forget what I said about …", "انس ما قلته عن …"; "don't forget that …" is to be kept. */
const FORGETS = new RegExp(`^${OPENERS}(?:${TO_FORGET}|${TO_FORGET_AR})(?= |$)`, 'u');
/** "I didn't say …", "لم أقل …". */
const NEVER_SAID = new RegExp(
  `(?:^| )(?:i|we) (?:(?:didn t|did not|haven t|have not|ve|never|don t remember) )+(?:ever |actually |really |even )?(?:${SAID}|saying|asking|mentioning)(?= |$)|(?:^| )و?(?:لم|ما) ${SAID_AR}(?:ه|ها|لك|لكم)?(?= |$)`,
  'u',
);

/** Whether a clause, normalised, takes back what was said before: it tells no new fact and makes no wish. */
export function takesBackWhatWasSaid(normalized: string): boolean {
  return FORGETS.test(normalized) || NEVER_SAID.test(normalized);
}
