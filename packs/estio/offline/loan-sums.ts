import { anySpelling, readMoney, westernDigits } from '#text';

const SUM = String.raw`(?:[€$£]\s*)?\d[\d.,]*\s*(?:k\b|m\b|thousand\b|million\b|ألف|آلاف|مليون)?`;
const CURRENCY = String.raw`(?:\s*(?:euros?\b|eur\b|€|يورو))?`;
const PER_CENT = String.raw`\s*(?:%|٪|percent|per cent|(?:ب|في )?الم(?:ائ|ئ|ا)[ةه])`;
const sums = (pattern: string) => anySpelling(new RegExp(pattern, 'giu'));

/** "A loan of 200k", "borrow 200,000", "لقرض 200 ألف": the sum that is lent. */
const LOAN_BEFORE = sums(
  String.raw`(?:\b(?:loans?|mortgages?|credit|financing)\s+(?:of|is|=|amount(?:\s+of)?|about|around|with)\s+(?:about\s+|around\s+|only\s+)?|\b(?:loans?|credit)\s+(?:for\s+)?:?\s*|\bmortgages?\s*:?\s*|\b(?:borrow(?:ing|ed|s)?|lend(?:s|ing)?|lent)\s+(?:me\s+|us\s+)?(?:about\s+|around\s+|only\s+)?|(?<!\p{L})[ولب]*(?:ال)?(?:قرض|تمويل|رهن)(?:ا)?\s+(?:عقاري\s+|بنكي\s+|سكني\s+)?(?:من البنك\s+)?(?:بقيمة|بمبلغ|قدره|مقداره|قيمته|مبلغه|بحدود|حوالي|هو|من)?\s*ب?\s*|(?<!\p{L})(?:أقترض|نقترض|اقترض|استدين|أستلف|آخذ قرض)\S*\s+(?:مبلغ\s+)?)(${SUM})(?![\d%٪])${CURRENCY}(?!\s*(?:%|٪|percent|per cent|years?|months?|سنة|سنوات|عام|شهر))`,
);
/** "A 200k loan", "200 ألف قرض". */
const LOAN_BEHIND = sums(
  String.raw`(${SUM})${CURRENCY}\s+(?:(?:home\s+|bank\s+|mortgage\s+)?loan|mortgage|credit|قرض|تمويل)(?!\s+(?:on|for)\s+(?:an?|the|this|that)\b)(?!\p{L})`,
);
/** "90k down", "a deposit of 50,000"; an amount in percent is none. */
const DEPOSIT_BEFORE = sums(
  String.raw`(${SUM})${CURRENCY}\s+(?:as\s+(?:a\s+)?|of\s+)?(?:down|deposit|own money|دفعة|مقدم)(?!\p{L})`,
);
const DEPOSIT_BEHIND = sums(
  String.raw`(?:deposit|down payment|own money|دفعة أولى|دفعة|مقدم)\s+(?:of\s+|is\s+|قدرها\s+|بقيمة\s+)?(${SUM})(?!\s*[\d.,]|${PER_CENT})`,
);
/** "A 40% deposit", "دفعة أولى 40%": what is paid down as a share of the price. */
const DEPOSIT_SHARE = anySpelling(
  new RegExp(
    String.raw`(\d{1,2}(?:[.,]\d+)?)${PER_CENT}\s+(?:as\s+(?:a\s+)?|of\s+)?(?:down|deposit|own money|دفعة|مقدم)(?!\p{L})|(?:deposit|down payment|own money|دفعة أولى|الدفعة الأولى|دفعة|مقدم)\s+(?:of\s+|is\s+|قدرها\s+|بقيمة\s+|بنسبة\s+)?(\d{1,2}(?:[.,]\d+)?)${PER_CENT}`,
    'iu',
  ),
);
/** "Mortgage 280k", "القرض 280 ألف": stands right before the sum and leaves open whether that is lent or the price. */
const LENT_OR_PRICE = anySpelling(/(?:\b(?:mortgages?|loans?|credit)|(?:قرض|تمويل|رهن)ا?)\s*:?\s*$/iu);
/** "50k upfront", "put in 50k of our own", "لو دفعت 50 ألف". */
const PAID_OF_ONES_OWN = sums(
  String.raw`(${SUM})${CURRENCY}\s+(?:(?:is |are |paid )?(?:up ?front|in advance)|(?:out )?(?:of|from) (?:my|our) (?:own|savings))(?!\p{L})`,
);
const PAID = sums(
  String.raw`(?<!\p{L})[وف]?(?:دفعت|دفعنا|س?أدفع|س?ندفع|وضعت|وضعنا|حطيت|حطينا)\s+(?:مبلغ\s+|حوالي\s+|نحو\s+)?(${SUM})${CURRENCY}`,
);
/** What is paid a month, or as the price, is not paid down. */
const AS_RENT_OR_PRICE = anySpelling(
  new RegExp(
    String.raw`^(?:${PER_CENT}|\s*(?:\d|شهريا|كل شهر|(?:في|ب)\s*(?:ال)?شهر|ثمن|كثمن|سعر|كسعر|كامل|قسط|كقسط|لل?(?:شقة|فيلا|بيت|منزل|عقار)))`,
    'u',
  ),
);
const ANY_SUM = sums(String.raw`(?<![\p{L}\d-])(${SUM})(?![\d%٪:]|\s*(?:%|٪|percent|per cent))`);
/** Reading takes four times as long for twice the text; no one puts a loan into more words. */
const MAX_LOAN_CHARACTERS = 2_000;
const readable = (message: string) => westernDigits(message.slice(0, MAX_LOAN_CHARACTERS));
/** What is a loan and not a number of years. */
const LEAST_LOAN = 1_000;
/** No home is sold for less: that is what somebody pays a month. */
const LEAST_PRICE = 10_000;

interface Found {
  amount: number;
  start: number;
  end: number;
}

function find(text: string, pattern: RegExp, notBefore?: RegExp): Found | undefined {
  for (const match of text.matchAll(pattern)) {
    if (notBefore?.test(text.slice(match.index + match[0].length))) continue;
    const written = match[1] ?? '';
    const amount = readMoney(written.trim());
    const start = match.index + match[0].indexOf(written);
    if (amount !== undefined) return { amount, start, end: start + written.length };
  }
  return undefined;
}

/** The sums of a message about a loan: what is lent, what is paid down, and the price where it names one besides. */
export function loanSums(message: string): { loan?: number; deposit?: number; price?: number } {
  const text = readable(message);
  const loan = find(text, LOAN_BEFORE) ?? find(text, LOAN_BEHIND);
  const isLent = (found: Found | undefined) => found && (found.start !== loan?.start ? found : undefined);
  const deposit =
    isLent(find(text, DEPOSIT_BEFORE)) ??
    isLent(find(text, DEPOSIT_BEHIND)) ??
    isLent(find(text, PAID_OF_ONES_OWN)) ??
    isLent(find(text, PAID, AS_RENT_OR_PRICE));
  const taken = [loan, deposit];
  const price = [...text.matchAll(ANY_SUM)]
    .map((match) => ({ amount: readMoney((match[1] ?? '').trim()) ?? 0, start: match.index }))
    .find(
      ({ amount, start }) =>
        amount >= LEAST_PRICE && !taken.some((one) => one && start >= one.start && start < one.end),
    );
  return {
    ...(loan && loan.amount >= LEAST_LOAN && { loan: loan.amount }),
    ...(deposit && { deposit: deposit.amount }),
    ...(price && { price: price.amount }),
  };
}

/**
 * The price that a loan is for: with what is paid down, or the loan alone. Undefined where no loan is named. Where a
 * share of the price is paid down, the rest of it is lent, unless the sum may be the price itself.
 */
export function priceOfLoan(text: string): number | undefined {
  const { loan, deposit = 0, price } = loanSums(text);
  if (loan === undefined) return undefined;
  if (price !== undefined && price > loan) return price;
  const share = sharePaidDown(text);
  if (share === undefined || isLentOrPrice(text)) return loan + deposit;
  return Math.round((loan / (1 - share)) * 100) / 100;
}

/** The own money: what is paid down, or what a named loan leaves of the price. Undefined where a share of it is named. */
export function ownMoney(text: string): number | undefined {
  const { loan, deposit, price } = loanSums(text);
  if (loan === undefined) return deposit;
  const isPriced = price !== undefined && price > loan;
  return sharePaidDown(text) !== undefined && !isPriced ? undefined : (priceOfLoan(text) ?? loan) - loan;
}

/** From 0 to 1; undefined where none, or an amount besides, is paid down. */
function sharePaidDown(text: string): number | undefined {
  const [, before, behind] = DEPOSIT_SHARE.exec(readable(text)) ?? [];
  const share = Number((before ?? behind)?.replace(',', '.')) / 100;
  return share > 0 && loanSums(text).deposit === undefined ? share : undefined;
}

function isLentOrPrice(message: string): boolean {
  const text = readable(message);
  const loan = find(text, LOAN_BEFORE);
  return loan !== undefined && LENT_OR_PRICE.test(text.slice(0, loan.start));
}

/** "At 3.5", "بفائدة 4": per cent a year, without the sign. */
const RATE = anySpelling(
  /(?:\b(?:at|rate(?:\s+of)?|interest(?:\s+of)?)|بفائدة|فائدة|بنسبة)\s+(\d{1,2}(?:[.,]\d{1,3})?)(?![\d%٪:.,]|\s*(?:%|٪|percent|per cent|k\b|am\b|pm\b|years?|months?|thousand|million|euros?|€|ألف|سنة))/iu,
);
const HIGHEST_RATE_PCT = 20;

export function plainRate(text: string): number | undefined {
  const rate = Number(RATE.exec(readable(text))?.[1]?.replace(',', '.'));
  return rate > 0 && rate <= HIGHEST_RATE_PCT ? rate : undefined;
}
