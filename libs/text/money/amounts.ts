import { normalizeText } from '../normalize-text.ts';

/**
 * Currency names and codes before or after an amount in a sentence, normalised. Symbols are recognised by their Unicode
 * category. Codes that are also words (all, top, mad, cad) are read only in a text that consists of an amount.
 */
export const CURRENCY_WORDS: readonly string[] = `
  eur euro euros usd dollar dollars gbp pound pounds aed dirham dirhams dhs sar riyal riyals qar kwd chf
  jpy egp try omr bhd jod lbp inr pkr rs rupee rupees sek nok dkk pln czk huf cny yuan yen aud nzd sgd
  hkd brl mxn zar ils franc francs يورو دولار درهم دراهم ريال جنيه دينار ليره روبيه فرنك`
  .trim()
  .split(/\s+/);

/** The codes of ISO 4217, in capitals. */
const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const CODE = /(?<!\p{L})[A-Za-z]{3}(?!\p{L})/gu;
/** "US$", "C$". */
const LETTERS_OF_SIGN = /(?<!\p{L})[A-Za-z]{1,2}(?=\p{Sc})/gu;
/** Arabic abbreviations of currencies: "د.إ", "ر.س", "د.ك". */
const ARABIC_ABBREVIATION =
  /(?<!\p{L})(?:د\s?\.\s?[إاأكبمتجلع]|ر\s?\.\s?[سقعي]|ج\s?\.\s?م|ل\s?\.\s?[لس])(?!\p{L})\.?/gu;

/** Words and letters that multiply the number before them, normalised. */
export const MULTIPLIERS: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  الف: 1e3,
  الفا: 1e3,
  الاف: 1e3,
  m: 1e6,
  mn: 1e6,
  mil: 1e6,
  million: 1e6,
  millions: 1e6,
  مليون: 1e6,
  ملايين: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  مليار: 1e9,
};

/** Longer text is not an amount. */
const MAX_AMOUNT_CHARACTERS = 60;
const CURRENCY = new RegExp(`\\p{Sc}|(?<![\\p{L}])(?:${CURRENCY_WORDS.join('|')})(?![\\p{L}])`, 'gu');
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_POINTS = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/;
/** "500.000" is an amount in thousands, because amounts rarely have three decimals; "0.500" stays a fraction. */
const GROUPED_BY_ONE_POINT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const PLAIN = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * Reads a number with thousands marks (`,`, spaces, `٬`) and Arabic-Indic digits: "1,200", "1 200.5", "١٬٢٠٠".
 * Undefined if the text is not a number or is ambiguous ("1,5").
 */
export function readNumber(text: string): number | undefined {
  const sign = /^\s*[-−]/.test(text) ? -1 : 1;
  const normalized = normalizeText(text.replace(/['’](?=\d{3})/g, '')).replace(
    /(?<=\d) (?=\d{3}(?!\d))/g,
    '',
  );
  if (GROUPED.test(normalized)) return sign * Number(normalized.replaceAll(',', ''));
  if (GROUPED_BY_POINTS.test(normalized)) return sign * Number(normalized.replaceAll('.', ''));
  return PLAIN.test(normalized) ? sign * Number(normalized) : undefined;
}

/** Removes currency codes and abbreviations. A lower-case code before the amount may be a word and stays. */
function withoutCodes(text: string, isAlone: boolean): string {
  const digit = text.search(/\p{N}/u);
  const isBehind = (at: number) => digit >= 0 && digit < at;
  return text
    .replace(CODE, (code, at: number) => {
      const isCode = isAlone && CURRENCY_CODES.has(isBehind(at) ? code.toUpperCase() : code);
      return isCode ? ' '.repeat(code.length) : code;
    })
    .replace(LETTERS_OF_SIGN, (letters, at: number) =>
      // "500 k€" is half a million.
      isBehind(at) && letters.toLowerCase() in MULTIPLIERS ? letters : ' ',
    )
    .replace(ARABIC_ABBREVIATION, ' ');
}

/** Reads an amount of money without a multiplier; "500.000" is half a million, as in Europe. */
function readAmount(text: string): number | undefined {
  const bare = normalizeText(text);
  return GROUPED_BY_ONE_POINT.test(bare) ? Number(bare.replace('.', '')) : readNumber(text);
}

/**
 * Reads an amount of money: a number with an optional currency symbol, name or ISO 4217 code and an optional suffix for
 * thousands or millions: "€250,000", "250k EUR", "US$ 1.2 million", "200 ألف يورو". Undefined when the text is no amount.
 *
 * @param reading.isAlone true if the text consists of an amount only. Within a sentence, where "2 top" may begin
 * "2 top floors", only the codes in `CURRENCY_WORDS` are read.
 */
export function readMoney(text: string, { isAlone = true } = {}): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
  const sign = /^\s*[^\p{L}\p{N}]*[-−]/u.test(text) ? -1 : 1;
  const bare = normalizeText(withoutCodes(text, isAlone)).replace(CURRENCY, ' ').trim();
  const parts = /^(\d[\d.,\s]*?)\s*([\p{L}]*)$/u.exec(bare);
  if (!parts) return undefined;
  const [, digits = '', suffix = ''] = parts;
  const factor = suffix === '' ? 1 : MULTIPLIERS[suffix];
  const number = suffix === '' ? readAmount(digits) : readNumber(digits);
  return factor === undefined || number === undefined ? undefined : sign * roundOff(number * factor);
}

/** 1.1 × 1,000,000 is 1,100,000.0000000001 in binary; amounts have at most four decimals. */
function roundOff(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
