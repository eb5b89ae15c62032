import { isSecretName, SECRET_NAME_ENDINGS } from './secret-names.ts';

export const REDACTED = '[redacted]';

/** Fast check whether a short text may contain a secret; most do not pass it, but nearly every long text does. */
const MAY_HOLD_SECRET =
  /bearer|basic|tp_|sk-|[prs]k_|AIza|AKIA|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|whsec_|sealed:v1:|eyJ|PRIVATE KEY|:\/\/|pass|secret|token|key|authorization|cookie|credential|number|national|ssn|cvv|cvc|otp|\d[\d -]{11,22}/i;
const MAX_SHORT_CHARACTERS = 200;

/** Keys with a recognisable format. Every quantifier before a fixed letter is bounded, so no pattern is quadratic. */
const RECOGNISABLE_KEYS =
  /(?<![A-Za-z0-9])(?:tp_[\w-]{16,}|sk-[\w-]{16,}|[prs]k_(?:live|test)_\w{10,}|AIza[\w-]{30,}|AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|whsec_[\w+/=-]{16,}|sealed:v1:[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g;
const PRIVATE_KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:[\w+/=\s:,.]|\\+[nr])*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g;
const BEARER = /\b(Bearer\s{1,4})(?!\[redacted\])[\w.~+/=-]{8,}/gi;
const BASIC = /\b(Basic\s{1,4})(?=[A-Za-z+/]{0,200}[0-9=])[A-Za-z0-9+/]{8,}={0,2}/g;
/** Matches the separator first and looks behind it, because a search from the start would try every word as a scheme. */
const URL_PASSWORD =
  /(?<=[a-z][a-z0-9+.-]{1,20})(:\/\/[^\s:/@"'<>]{0,200}:)(?!\[redacted\]@)[^\s/"'<>]{1,500}@/gi;

/** `https://token@host`, as package registries and git accept it; a short name such as `git@` is not a token. */
const URL_TOKEN = /(:\/\/)(?=[a-z_-]{0,200}[\dA-Z])[\w.~%+-]{12,200}@/g;

const ENDS = SECRET_NAME_ENDINGS.map((ending) => ending.slice(-3).replaceAll(/\B/g, '[. _-]*')).join('|');
/**
 * The name of a field with its separator, as in JSON and in JSON within JSON, if it ends like a secret name. Matches the closing
 * quotation mark first and looks behind it, because most names are not secret.
 */
const FIELD_NAME = new RegExp(
  String.raw`["']\s{0,4}[:=](?<=["']([\w. -]{0,61}(?:${ENDS})[. _-]*)(\\{0,7}["'])\s{0,4}[:=])\s{0,4}`,
  'gi',
);
/** `password=…` as in a command, an address or a `.env` file. Matches the equals sign first and looks behind it. */
const ASSIGNED_NAME = /=(?<=([\w-]{1,64})=)/g;
/** `x-api-key: …` as in a header, YAML or a printed object; not `https://token:…`, where it is the name of a user. */
const LABELLED_NAME = /:(?!\/\/)(?<=([\w-]{1,64}):)(?<!:\/\/[\w-]{1,64}:)[ \t]{0,4}/g;
/** A name that prose may contain too. */
const WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/;
/** The value is a word of a sentence, as in "The password: ask the office", if letters and then another word follow. */
const SENTENCE =
  /^\p{L}[\p{Ll}\p{Lo}\p{M}]{0,20}(?:['’-]\p{Ll}{1,20})?[ \t]{1,4}(?:[\p{L}\p{M}'’-]{1,30}(?:[\s.,;!?)"\\]|$)|\[redacted\])/u;
/** A value without quotation marks. */
const BARE_VALUE = /(?:(?:Bearer|Basic|Token)[ \t]{1,4})?[^\s,;&{}[\]()<>"'\\]+/iy;
/** Characters that may follow a closing quotation mark, or the end of the text. */
const CLOSES = /^[\s,:}\]]?$/;
/** The last three are types in declarations of tools. */
const HARMLESS_VALUE = /^(?:null|undefined|true|false|string|number|boolean)$/;
/** `Authorization: …` and `Cookie: …` as in a request. */
const HEADER =
  /((?:ion|kie):(?<=\b(?:authorization|cookie):)\s{0,4})(?!\s{0,4}\[redacted\])[^\r\n"'\\]{1,4096}/gi;

/** A run of 13 to 19 digits, in groups or not; not the digits behind a decimal point. */
const DIGIT_RUN = /(?<![\d.])[2-6]\d{3}(?:[ -]?\d){9,15}(?!\d)/g;
/** The id of a row, a trace or a span, which may contain such a run. */
const HEX_ID = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{16}|[\da-f]{32})$/i;
const LONGEST_ID = 36;

/**
 * Returns `text` without recognisable secrets. The result can be stored: NUL and lone surrogates, which PostgreSQL
 * refuses, become U+FFFD.
 */
export function redactText(text: string): string {
  let clean = text.includes('\u0000') ? text.replaceAll('\u0000', '\uFFFD') : text;
  if (!clean.isWellFormed()) clean = clean.toWellFormed();
  if (clean.length <= MAX_SHORT_CHARACTERS && !MAY_HOLD_SECRET.test(clean)) return clean;
  clean = redactNamedValues(clean, FIELD_NAME);
  if (clean.includes('=')) clean = redactNamedValues(clean, ASSIGNED_NAME);
  clean = redactNamedValues(clean.replace(HEADER, `$1${REDACTED}`), LABELLED_NAME)
    .replace(PRIVATE_KEY_BLOCK, REDACTED)
    .replace(RECOGNISABLE_KEYS, REDACTED)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(BASIC, `$1${REDACTED}`)
    .replace(DIGIT_RUN, redactCardNumber);
  if (!clean.includes('://')) return clean;
  return clean.replace(URL_PASSWORD, `$1${REDACTED}@`).replace(URL_TOKEN, `$1${REDACTED}@`);
}

/** Replaces the value after a secret name, with the same quotation marks as the name. */
function redactNamedValues(text: string, names: RegExp): string {
  let result = '';
  let copiedTo = 0;
  names.lastIndex = 0;
  for (let name = names.exec(text); name; name = names.exec(text)) {
    if (!isSecretName(name[1] ?? '')) continue;
    const quote = name[2] ?? '';
    const start = names.lastIndex;
    if (names === LABELLED_NAME && WORD.test(name[1] ?? '') && SENTENCE.test(text.slice(start, start + 100)))
      continue;
    const end = endOfValue(text, start, quote);
    if (end === start || HARMLESS_VALUE.test(text.slice(start, end))) continue;
    result += `${text.slice(copiedTo, start)}${quote}${REDACTED}${quote}`;
    copiedTo = end;
    names.lastIndex = end;
  }
  return copiedTo === 0 ? text : result + text.slice(copiedTo);
}

/**
 * Returns the end of the value that begins at `start`, or `start` if there is no value or it is already redacted.
 *
 * @param nameMark the closing quotation mark of the name with its backslashes; empty for a bare name.
 */
function endOfValue(text: string, start: number, nameMark: string): number {
  let index = start;
  while (text[index] === '\\') index++;
  const quote = text[index];
  if (quote !== '"' && quote !== "'") {
    BARE_VALUE.lastIndex = start;
    return !text.startsWith(REDACTED, start) && BARE_VALUE.test(text) ? BARE_VALUE.lastIndex : start;
  }
  if (text.startsWith(REDACTED, index + 1)) return start;
  const level = levelOf(index - start);
  const nameLevel = levelOf(Math.max(nameMark.length - 1, 0));
  // The mark may end an outer text: `{"note":"password="}`.
  const likeName = nameMark.endsWith(quote) && level === nameLevel;
  if (!likeName && (level < nameLevel || CLOSES.test(text.charAt(index + 1)))) return start;
  return endOfQuoted(text, index + 1, quote, level);
}

/**
 * Returns the position after the closing quotation mark of the text that was opened at that level. A quoted value also ends
 * before the mark of an outer text and at the end of truncated text.
 */
function endOfQuoted(text: string, from: number, quote: string, level: number): number {
  let backslashes = 0;
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') {
      backslashes++;
      continue;
    }
    const levelHere = levelOf(backslashes);
    if (character === quote && levelHere === level) return index + 1;
    if (character === '"' && (quote === "'" || levelHere < level)) return index - backslashes;
    backslashes = 0;
  }
  return text.length;
}

/**
 * Returns the nesting level in JSON within JSON of a quotation mark after that many backslashes, as 0, 1, 3, 7 …. Each
 * encoding doubles the backslashes and adds one, so the trailing ones of the binary number belong to the mark, and the
 * other backslashes belong to the text.
 */
function levelOf(backslashes: number): number {
  return (backslashes ^ (backslashes + 1)) >> 1;
}

function redactCardNumber(digits: string, offset: number, text: string): string {
  if (!isCardNumber(digits) || isPartOfId(digits, offset, text)) return digits;
  // A JSON number must remain a valid JSON value at any level of escaping.
  const isJsonNumber =
    /[:,[]/.test(text.charAt(offset - 1)) && /[,}\]]/.test(text.charAt(offset + digits.length));
  return isJsonNumber ? 'null' : REDACTED;
}

function isPartOfId(digits: string, offset: number, text: string): boolean {
  const end = offset + digits.length;
  const [before = ''] = /[\da-f-]*$/i.exec(text.slice(Math.max(0, offset - LONGEST_ID), offset)) ?? [];
  const [after = ''] = /^[\da-f-]*/i.exec(text.slice(end, end + LONGEST_ID)) ?? [];
  return before + after !== '' && HEX_ID.test(before + digits + after);
}

/** Verifies the check digit of ISO/IEC 7812-1 (Luhn's formula). */
function isCardNumber(text: string): boolean {
  let sum = 0;
  let double = false;
  for (let index = text.length - 1; index >= 0; index--) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) continue;
    const value = double ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
    double = !double;
  }
  return sum % 10 === 0;
}
