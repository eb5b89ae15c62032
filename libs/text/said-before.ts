/** What stands before a sentence comes to its point. */
const OPENERS =
  '(?:(?:and|but|so|ok|okay|oh|well|no|wait|sorry|actually|please|just|now|then|you can|you may|can you|could you|let s|و|لكن|طيب|لا|عفوا|اسف|اسفه|من فضلك|لو سمحت|بس|خلاص|يعني) )*';
const TO_FORGET = '(?:forget|ignore|disregard|scrap|scratch|never ?mind)(?: about)?';
const TO_FORGET_AR = '(?:و?(?:انس|انسي|انسوا|تجاهل|تجاهلي|تجاهلوا|دعك من|بلاش|شيل|شيلوا))';
const SAYS =
  '(?:said|say|mentioned|mention|wrote|write|written|noted|requested|(?:told|tell|asked|ask)(?! (?:my|our|his|her|him|them|the|anyone|anybody|if|whether|how|you about)(?: |$)))';
const SAID = '(?:said|told|mentioned|asked|wrote|written|noted|requested|wanted|wished)';
const SAID_AR = '(?:قلت|قلنا|اقل|نقل|ذكرت|ذكرنا|اذكر|نذكر|طلبت|طلبنا|اطلب|نطلب|كتبت|كتبنا|حكيت|حكينا)';

/** "Don't forget that …" is to be kept. */
const FORGETS = new RegExp(`^${OPENERS}(?:${TO_FORGET}|${TO_FORGET_AR}) (?<given>.+)$`, 'u');
/** "What I said about …", "that", "my wish for …": any other thing that is to be forgotten may be a letter or an offer. */
const WHAT_WAS_SAID = new RegExp(
  `^(?:(?:all|everything|anything|whatever|what|that|the things?|the part|the bit)(?: that)? (?:i|we)(?: (?:ve|have|had|just|ever|once))* ${SAID}(?= |$)|(?:my|our)(?: (?:last|previous|earlier|first))? (?:(?:wish|wishes|remarks?|comments?|words)(?= |$)|(?:requests?|messages?)$)|(?:all |all of )?(?:it|that|this|everything|all)(?: (?:please|then|now|again|thanks|thank you|for now))*$|(?:كل )?(?:ما|اللي|الذي) (?:قد )?${SAID_AR}(?:ه|ها|لك|لكم)?(?= |$)|(?:كلامي|ذلك|هذا|هاد|هذي|الموضوع|الامر|ما سبق|كل شي)(?: عن .*)?$)`,
  'u',
);
/** "I didn't say …", "لم أقل …". What was not said "yet" is still to be said, and "ما طلبته هو …" tells what was asked for. */
const NEVER_SAID = new RegExp(
  `(?:^| )(?:i|we)(?: ve| have)? (?:didn t|did not|haven t|have not|not|never|don t remember)(?: (?:ever|actually|really|even|once))* (?:${SAYS}|saying|asking|mentioning)(?= |$)(?!.* yet(?: |$))|(?:^| )و?(?:لم ${SAID_AR}(?:ه|ها|لك|لكم)?|ما ${SAID_AR}(?:لك|لكم)?(?!(?: \\S+){0,3} (?:هو|هي|كان|كانت)(?: |$)))(?= |$)(?!.* بعد(?: |$))`,
  'u',
);

/** What a clause, normalised, asks to forget or to ignore: "the pool". */
export function toBeForgotten(normalized: string): string | undefined {
  return FORGETS.exec(normalized)?.groups?.['given'];
}

/** Whether a clause, normalised, takes back what was said before: it tells no new fact and makes no wish. */
export function takesBackWhatWasSaid(normalized: string): boolean {
  return WHAT_WAS_SAID.test(toBeForgotten(normalized) ?? '') || NEVER_SAID.test(normalized);
}
