import { normalizeText, westernDigits } from '../normalize-text.ts';
import { valueIn } from '../numbers/value-in.ts';

/**
 * Currency names and codes before or after an amount in a sentence, normalised. Symbols are recognised by their Unicode
 * category. Codes that are also words (all, top, mad, cad) are read only in a text that consists of an amount.
 */
export const CURRENCY_WORDS: readonly string[] = `
  eur euro euros usd dollar dollars gbp pound pounds aed dirham dirhams dhs sar riyal riyals qar kwd chf
  jpy egp try omr bhd jod lbp inr pkr rs rupee rupees sek nok dkk pln czk huf cny yuan yen aud nzd sgd
  hkd brl mxn zar ils franc francs kr zł يورو دولار درهم دراهم ريال جنيه دينار ليره روبيه فرنك`
  .trim()
  .split(/\s+/);

/** The codes of ISO 4217, in capitals. */
const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const CODE = /(?<!\p{L})[A-Za-z]{3}(?!\p{L})/gu;
/** "US$", "C$", "$US". */
const LETTERS_OF_SIGN = /(?<!\p{L})[A-Za-z]{1,2}(?=\p{Sc})|(?<=\p{Sc})[A-Z]{2}(?!\p{L})/gu;
/** Arabic abbreviations of currencies: "د.إ", "ر.س", "د.ك". */
const ARABIC_ABBREVIATION =
  /(?<!\p{L})(?:د\s?\.\s?[إاأكبمتجلع]|ر\s?\.\s?[سقعي]|ج\s?\.\s?م|ل\s?\.\s?[لس])(?!\p{L})\.?/gu;

const MULTIPLIER_WORDS: [factor: number, words: string][] = [
  [1e3, 'k tsd tys тыс thousand grand الف الفا الاف'],
  [1e5, 'lakh lakhs'],
  [1e6, 'm mn mio mln млн million millions مليون ملايين'],
  [1e7, 'crore crores'],
  [1e9, 'b bn billion مليار'],
];
/** Words and letters that multiply the number before them, normalised. */
export const MULTIPLIERS: Record<string, number> = Object.fromEntries(
  MULTIPLIER_WORDS.flatMap(([factor, words]) => words.split(' ').map((word) => [word, factor])),
);

/** Longer text is not an amount. */
export const MAX_AMOUNT_CHARACTERS = 60;
const CURRENCIES: ReadonlySet<string> = new Set(CURRENCY_WORDS);
/** Adjectives of currencies: "US dollars", "UAE dirhams". In a sentence they may describe anything. */
const ADJECTIVES: ReadonlySet<string> = new Set(
  `us uae american emirati british swiss indian canadian australian
  امريكي اماراتي استرليني سويسري هندي سعودي قطري كويتي`.split(/\s+/),
);
/** At the end, or as Turkish writes it, before the digits. */
const PER_CENT = / ?(?:[%٪]|per ?cent|بالما?ئة)$|(?<=^[+\-−]?)[%٪] ?/i;

/** Ways to write a number without its sign, and the characters that begin its decimals. All other marks separate thousands. */
const FORMS: readonly [form: RegExp, decimalMarks: string][] = [
  // Spaces, apostrophes, the underscore of programs and the Arabic mark separate only thousands.
  [/^\d{1,3}(?:([ '’ʼ_٬])\d{3})(?:\1\d{3})*(?:[.,٫]\d+)?$/, '.,٫'],
  // "1,234.5", and "1,50,000" as in India.
  [/^[1-9](?:\d{0,2}(?:,\d{3})+|\d?(?:,\d{2})+,\d{3})(?:[.٫]\d+)?$/, '.٫'],
  // "1.234,5", "1.234.567".
  [/^[1-9]\d{0,2}(?:(?:\.\d{3})+[,٫]\d+|(?:\.\d{3}){2,})$/, ',٫'],
  [/^(?:\d+(?:[.,٫]\d+)?|[.,٫]\d+)$/, '.,٫'],
];
const GROUPED_BY_ONE_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const EXPONENT = /^\d+(?:\.\d+)?e[+-]?\d+$/i;
const SIGNED = /^([+\-−–]?) ?(.*?)[.,]?$/;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** Sign, digits and suffix, with what may stand around them: "~500", "Rs. 500", "500.-". */
const AMOUNT = /^(?:[ ~≈:]|\. )*([+\-−–]?)[ :]*([\d.,٫][^\p{L}]*?) ?(\p{L}*)(?: |[.,:][-–—]*)*$/u;
const MINUS: ReadonlySet<string> = new Set(['-', '−', '–']);

/**
 * Reads a number as people of any country write it: "1,234.5", "1.234,5", "1 234,5", "1'234.5", "١٬٢٣٤٫٥", "−5". Undefined
 * if the text is not one number.
 *
 * @param options.wholeOrMoney a point before exactly three digits separates thousands, because amounts and whole numbers have
 * no three decimals: "1.500" is 1500. Without it, "1.500" is 1.5. "1,500" is always 1500.
 */
export function readNumber(text: string, { wholeOrMoney = false } = {}): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
  const [, sign = '', digits = ''] = SIGNED.exec(plainCharacters(text)) ?? [];
  const value = readUnsigned(digits, wholeOrMoney);
  return value === undefined || !MINUS.has(sign) ? value : -value;
}

/** Reads a percentage with or without its sign: 30 for "30%", "٪٣٠" and "30 percent". Undefined if the text is none. */
export function readPercent(text: string): number | undefined {
  return text.length > MAX_AMOUNT_CHARACTERS
    ? undefined
    : readNumber(plainCharacters(text).replace(PER_CENT, ''));
}

function readUnsigned(digits: string, wholeOrMoney: boolean): number | undefined {
  if (EXPONENT.test(digits)) return Number(digits);
  if (wholeOrMoney && GROUPED_BY_ONE_POINT.test(digits)) return Number(digits.replace('.', ''));
  const [, marks] = FORMS.find(([form]) => form.test(digits)) ?? [];
  if (marks === undefined) return undefined;
  const [whole = '', decimals = '0'] = digits.split(new RegExp(`[${marks}]`));
  return Number(`${whole.replace(/\D/g, '')}.${decimals}`);
}

/** Western digits, spaces of one kind, and no invisible marks, such as those that set the direction of Arabic. */
function plainCharacters(text: string): string {
  return westernDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .replace(/(?<=\d)،(?=\d)/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
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
      isBehind(at) && valueIn(MULTIPLIERS, letters.toLowerCase()) ? letters : ' ',
    )
    .replace(ARABIC_ABBREVIATION, ' ')
    .replace(/\p{Sc}/gu, ' ')
    .replace(WORD, (word) => {
      const known = normalizeText(word);
      return CURRENCIES.has(known) || (isAlone && ADJECTIVES.has(known)) ? ' ' : known;
    });
}

/**
 * Reads an amount of money: a number with an optional currency symbol, name or ISO 4217 code and an optional suffix for
 * thousands or millions: "€250,000", "250k EUR", "US$ 1.2 million", "200 ألف يورو". Undefined when the text is no amount.
 * "500.000" is half a million; before a suffix a point starts the decimals ("1.250 million").
 *
 * @param reading.isAlone true if the text consists of an amount only. Within a sentence, where "2 top" may begin
 * "2 top floors", only the codes in `CURRENCY_WORDS` are read.
 */
export function readMoney(text: string, { isAlone = true } = {}): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS || !/\p{N}/u.test(text)) return undefined;
  const bare = withoutCodes(plainCharacters(text), isAlone).replace(/\s+/g, ' ');
  const parts = AMOUNT.exec(bare);
  if (!parts) return undefined;
  const [, sign = '', digits = '', suffix = ''] = parts;
  const factor = suffix === '' ? 1 : valueIn(MULTIPLIERS, suffix);
  const number = readNumber(sign + digits, { wholeOrMoney: suffix === '' });
  return factor === undefined || number === undefined ? undefined : roundOff(number * factor);
}

/** 1.1 × 1,000,000 is 1,100,000.0000000001 in binary; amounts have at most four decimals. */
function roundOff(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
