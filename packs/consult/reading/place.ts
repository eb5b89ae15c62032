import { normalizeText } from '#text';
import { industryIn } from '../industries.ts';
import { technologiesNamedIn } from './course.ts';

/** Countries that are called by their letters. */
const ABBREVIATED = new Set(['uk', 'us', 'usa', 'uae', 'ksa', 'eu']);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`));

/** Names in English of what has a code of two letters: languages, or regions. */
function namesOf(type: 'language' | 'region'): Set<string> {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return new Set(
    PAIRS.flatMap((code) => names.of(type === 'region' ? code.toUpperCase() : code) ?? []).map(normalizeText),
  );
}

// Both are some thousand names, and made when somebody first says where they work.
let languages: Set<string> | undefined;
let places: Set<string> | undefined;

/** @param named as it stands in `normalizeText`. */
export function isLanguage(named: string): boolean {
  languages ??= namesOf('language');
  return languages.has(named);
}

/** Countries, and the cities that time zones are named by: known as places however they are written. */
function isKnownPlace(named: string): boolean {
  places ??= new Set([
    ...namesOf('region'),
    ...Intl.supportedValuesOf('timeZone').map((zone) =>
      normalizeText((zone.split('/').at(-1) ?? '').replaceAll('_', ' ')),
    ),
  ]);
  return places.has(named);
}

/**
 * Whether what somebody may be or work "in" is a place, as against a trade, a language, a technology or a state: a name
 * with a capital that is none of these, or one that is known as a place.
 *
 * @param named one to three words, as they stand in `normalizeText` of `text`.
 */
export function isPlace(named: string, text: string): boolean {
  const name = named.replace(/^the /, '');
  if (ABBREVIATED.has(name) || isKnownPlace(name)) return true;
  const [written] =
    new RegExp(String.raw`(?<!\p{L})${name.replaceAll(' ', String.raw`\s+`)}(?!\p{L})`, 'iu').exec(text) ??
    [];
  if (!written || !written.split(/\s+/).every((word) => /^\p{Lu}\p{Ll}/u.test(word))) return false;
  return !isLanguage(name) && industryIn(written) === undefined && technologiesNamedIn(written) === undefined;
}
