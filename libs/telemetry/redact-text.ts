import { isSecretName } from './secret-names.ts';

export const REDACTED = '[redacted]';

/** Whether it is worth looking closer; most texts end here. */
const MAY_HOLD_SECRET =
  /bearer|basic|tp_|sk-|AIza|AKIA|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|whsec_|sealed:v1:|eyJ|PRIVATE KEY|:\/\/|pass|secret|token|key|authorization|cookie|credential|number|nationalid|national_id|ssn|cvv|cvc|otp|\d[\d -]{11,22}/i;

/** Keys that their makers made recognisable. Every quantifier before a fixed letter is bounded, so none is quadratic. */
const RECOGNISABLE_KEYS =
  /(?<![A-Za-z0-9])(?:tp_[\w-]{16,}|sk-[\w-]{16,}|AIza[\w-]{30,}|AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|whsec_[\w+/=-]{16,}|sealed:v1:[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g;
const PRIVATE_KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g;
const BEARER = /\b(Bearer\s{1,4})(?!\[redacted\])[\w.~+/=-]{8,}/gi;
const BASIC = /\b(Basic\s{1,4})(?=[A-Za-z+/]{0,200}[0-9=])[A-Za-z0-9+/]{8,}={0,2}/g;
const URL_PASSWORD = /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,200}:)(?!\[redacted\]@)[^\s/"'<>]{1,500}@/gi;

/** The name of a field with its separator, as in JSON, also in JSON within JSON. */
const FIELD_NAME = /["']([\w. -]{1,64})(\\{0,7}["'])\s{0,4}[:=]\s{0,4}/g;
/** The value that follows it; its closing quotation mark may have been cut off. */
const FIELD_VALUE =
  /(?!\\*["']\[redacted\])(?:"(?:[^"\\]|\\[^])*(?:"|\\?$)|\\+"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s,;&}\]"'\\]+)/y;
/** `password=…` as in a command, an address or a `.env` file. */
const ASSIGNED_NAME = /([\w-]{1,64})()=/g;
const ASSIGNED_VALUE = /(?!["']?\[redacted\])(?:"[^"]*"?|'[^']*'?|[^\s,;&"'<>)}\]]+)/y;
const HARMLESS_VALUE = /^(?:null|true|false)$/;
/** `Authorization: …` and `Cookie: …` as in a request. */
const HEADER = /\b((?:proxy-)?authorization|(?:set-)?cookie)(:\s{0,4})(?!\[redacted\])[^\r\n"']{1,4096}/gi;

/** A run of 13 to 19 digits, in groups or not; not the digits behind a decimal point. */
const DIGIT_RUN = /(?<![\d.])[2-6]\d{3}(?:[ -]?\d){9,15}(?!\d)/g;

/**
 * `text` without the secrets that can be recognised in it. It can be stored as it is: NUL and lone surrogates, which
 * PostgreSQL refuses, become U+FFFD.
 */
export function redactText(text: string): string {
  let clean = text.includes('\u0000') ? text.replaceAll('\u0000', '\uFFFD') : text;
  if (!clean.isWellFormed()) clean = clean.toWellFormed();
  if (!MAY_HOLD_SECRET.test(clean)) return clean;
  clean = redactNamedValues(clean, FIELD_NAME, FIELD_VALUE);
  if (clean.includes('=')) clean = redactNamedValues(clean, ASSIGNED_NAME, ASSIGNED_VALUE);
  clean = clean
    .replace(HEADER, `$1$2${REDACTED}`)
    .replace(PRIVATE_KEY_BLOCK, REDACTED)
    .replace(RECOGNISABLE_KEYS, REDACTED)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(BASIC, `$1${REDACTED}`)
    .replace(DIGIT_RUN, (digits) => (isCardNumber(digits) ? REDACTED : digits));
  return clean.includes('://') ? clean.replace(URL_PASSWORD, `$1${REDACTED}@`) : clean;
}

/** Replaces what follows a secret name, in the quotation marks that the name has. */
function redactNamedValues(text: string, names: RegExp, value: RegExp): string {
  let result = '';
  let copiedTo = 0;
  names.lastIndex = 0;
  for (let name = names.exec(text); name; name = names.exec(text)) {
    if (!isSecretName(name[1] ?? '')) continue;
    value.lastIndex = names.lastIndex;
    const [found] = value.exec(text) ?? [];
    if (found === undefined || HARMLESS_VALUE.test(found)) continue;
    result += `${text.slice(copiedTo, names.lastIndex)}${name[2]}${REDACTED}${name[2]}`;
    copiedTo = names.lastIndex + found.length;
    names.lastIndex = copiedTo;
  }
  return copiedTo === 0 ? text : result + text.slice(copiedTo);
}

/** The check digit of ISO/IEC 7812-1 (Luhn's formula). */
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
