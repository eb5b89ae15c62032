import { isTimeZone } from '#text';
import type { SettingDefinition } from './setting-definition.ts';

/** The value in its stored form, or a description of the expected value. */
export type CheckedSetting = { value: string } | { expected: string };

const MAX_URL_CHARACTERS = 2_048;
const MAX_SECRET_CHARACTERS = 4_096;
const MAX_NAMES = 200;
const WHOLE_NUMBER = /^\d{1,9}$/;
const FRACTION = /^(?:\d|0?\.\d{1,6}|\d\.\d{1,6})$/;
const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Checks whether `text` is a valid value of the setting. Surrounding whitespace is ignored. */
export function checkSetting(setting: SettingDefinition, text: string): CheckedSetting {
  const value = text.trim();
  switch (setting.kind) {
    case 'whole_number':
    case 'fraction':
      return checkNumber(setting, value);
    case 'names':
      return checkNames(value);
    case 'choice':
      return setting.values.includes(value) ? { value } : { expected: `one of ${setting.values.join(', ')}` };
    case 'text':
      return checkText(value, setting.maxCharacters);
    case 'url':
      return checkUrl(value, setting.protocols);
    case 'time_zone':
      return isTimeZone(value) ? { value } : { expected: 'an IANA time zone, such as Asia/Nicosia' };
    case 'secret':
      return checkSecret(value, setting.protocols);
  }
}

/** The names in a text separated by commas or spaces, without duplicates. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}

function checkNumber(
  { kind, min, max }: Extract<SettingDefinition, { kind: 'whole_number' | 'fraction' }>,
  text: string,
): CheckedSetting {
  const number = Number(text);
  const fits =
    (kind === 'whole_number' ? WHOLE_NUMBER : FRACTION).test(text) && number >= min && number <= max;
  if (fits) return { value: String(number) };
  return { expected: `a ${kind === 'whole_number' ? 'whole number' : 'number'} from ${min} to ${max}` };
}

function checkNames(text: string): CheckedSetting {
  const names = namesIn(text);
  const fits = names.length > 0 && names.length <= MAX_NAMES && names.every((name) => NAME.test(name));
  return fits
    ? { value: names.join(',') }
    : { expected: `names with commas between them, 1 to ${MAX_NAMES}` };
}

function checkText(text: string, maxCharacters: number): CheckedSetting {
  const fits = text !== '' && text.length <= maxCharacters && isPlain(text);
  return fits ? { value: text } : { expected: `one line of 1 to ${maxCharacters} characters` };
}

function checkUrl(text: string, protocols: readonly string[]): CheckedSetting {
  const url = text.length <= MAX_URL_CHARACTERS && isPlain(text) && URL.parse(text);
  const fits = url && protocols.includes(url.protocol) && url.username === '' && url.password === '';
  if (fits) return { value: text };
  return { expected: `an absolute ${wordsFor(protocols)} URL without user name and password` };
}

function checkSecret(text: string, protocols: readonly string[] | undefined): CheckedSetting {
  if (text === '' || text.length > MAX_SECRET_CHARACTERS || text.includes('\0') || !text.isWellFormed())
    return { expected: `a secret of 1 to ${MAX_SECRET_CHARACTERS} characters` };
  const fits = !protocols || protocols.includes(URL.parse(text)?.protocol ?? '');
  return fits ? { value: text } : { expected: `an absolute ${wordsFor(protocols)} URL` };
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !CONTROL_CHARACTER.test(text);
}

function wordsFor(protocols: readonly string[]): string {
  return protocols.map((protocol) => protocol.replace(':', '')).join(' or ');
}
