import { anySpelling } from '#text';

/** "Something I could rent out", "buy to let", "for rental income", "للاستثمار". */
const LETS = anySpelling(
  /\b(?:(?:rent|rents|renting|let|lets|letting) (?:(?:it|them|that|this|one|the \w+) )?out|(?:rent|let) (?:it|them) to|buy[- ]?to[- ]?(?:let|rent)|rental (?:income|yields?|returns?|investments?)|(?<!\b(?:no|not|without) (?:an? )?)invest(?:ment|ments|ing|or)?)\b|(?<!\p{L})(?:و?(?:لل|ب|ك|ل)?(?:ا?ل)?استثمار|أستثمر|نستثمر|(?:أؤجر|نؤجر|تأجير)(?:ها|ه)?(?:ا)?)(?!\p{L})/iu,
);

/** Who lets a home to others buys it first. */
export function buysToLet(text: string): boolean {
  return LETS.test(text);
}
