import { arabicForms, beginsLimit, normalizedWords, normalizeText, TIME_WORDS } from '#text';
import { type Place } from '#pack-kit';

const list = (words: string) => new Set(words.split(/\s+/).map(normalizeText));

/** What stands behind "in" or "at" and is no place. */
const NO_PLACES = list(
  `the a an my our his her its their this that these those any some all each every other another which what it them us me you
   cyprus europe eu town city country island area district region village centre center middle north south east west
   total cash general euro euros eur usd english arabic greek russian mind advance case need order time good great bad
   fact full short shape condition sale rent about between under over below above up down least most once first last next
   walking easy close front use writing question addition particular terms
   sea seaside seafront beach coast shore water waterfront golf school schools shops airport harbour marina mountains park
   work home budget price range peace quiet love touch place places person people process future past meantime
   days weeks months years instalments installments monthly yearly
   قبرص حدود اقرب وقت مجمع عماره بنايه طابق منطقه مدينه قريه وسط مكان اي هذا هذه كل الشهر السنه بدايه نهايه حال حاله
   المجموع جزيره موقع شارع حي برج مبني متناول ميزانيه ميزانيتي غضون خلال اطار`,
);

const CAPITALISED =
  /(?<![\p{L}\p{N}])(?:in|near|around|at)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s+\p{Lu}[\p{L}'’-]+)*)/iu;
/** In small letters only where the phrase ends behind it, since "in" begins many other phrases. */
const SMALL =
  /(?<![\p{L}\p{N}])(?:in|near|around)\s+(\p{Ll}[\p{L}'’-]{3,})(?=\s*(?:$|[.,;:!?])|\s+(?:under|below|up|for|with|from|less|max|over|above|between|please|around|\d))/iu;
const ARABIC = /(?<![\p{L}\p{N}])و?في\s+([\u0621-\u064A]{3,})/u;

/** One letter in so many may be wrong in a name that is meant. */
const LETTERS_PER_MISTAKE = 4;
/** Shorter words are too often one letter away from a name. */
const MIN_MISSPELT_LETTERS = 6;

/**
 * A place that the message names and the gazetteer does not know, as it is written there, so that the tool can say so:
 * a misspelt name anywhere, and with `far` also any name behind "in", "near", "around", "at" or في.
 */
export function findUnknownPlace(
  text: string,
  places: readonly Place[],
  { far }: { far: boolean },
): string | undefined {
  const misspelt = text.match(/[\p{L}'’-]+/gu)?.find((word) => isMisspelt(word, places));
  if (misspelt !== undefined || !far) return misspelt;
  for (const found of [capitalised(text), small(text), arabic(text)])
    if (found !== undefined && !startsOtherwise(found)) return found;
  return undefined;
}

/**
 * Only names in capitals are taken in the first place; the flag `i` is there for "In" and "NEAR". "Berlin Under 300k" names
 * Berlin.
 */
function capitalised(text: string): string | undefined {
  const found = CAPITALISED.exec(text);
  if (!found) return undefined;
  const [whole, phrase = ''] = found;
  const start = found.index + whole.length - phrase.length;
  const words = [...phrase.matchAll(/\S+/g)];
  const end = words.findIndex(
    ({ 0: word, index }) =>
      !/^\p{Lu}/u.test(word) || beginsLimit(word, text.slice(start + index + word.length)),
  );
  const name = words
    .slice(0, end < 0 ? words.length : end)
    .map(([word]) => word)
    .join(' ');
  return name === '' ? undefined : name;
}

function small(text: string): string | undefined {
  return unlessLimit(text, SMALL.exec(text));
}

/** Names of foreign places hardly ever have the article, which nearly all other words behind في have. */
function arabic(text: string): string | undefined {
  const word = unlessLimit(text, ARABIC.exec(text));
  return word === undefined || normalizeText(word).startsWith('ال') ? undefined : word;
}

function unlessLimit(text: string, found: RegExpExecArray | null): string | undefined {
  const word = found?.[1];
  if (!found || word === undefined) return undefined;
  return beginsLimit(word, text.slice(found.index + found[0].length)) ? undefined : word;
}

function startsOtherwise(name: string): boolean {
  const [first = ''] = normalizedWords(name);
  return NO_PLACES.has(first) || TIME_WORDS.has(first);
}

function isMisspelt(word: string, places: readonly Place[]): boolean {
  const forms = arabicForms(normalizeText(word)).filter((form) => form.length >= MIN_MISSPELT_LETTERS);
  return forms.some((form) => namesOf(places).some((name) => isNear(form, name)));
}

const known = new WeakMap<readonly Place[], string[]>();

function namesOf(places: readonly Place[]): string[] {
  const names =
    known.get(places) ??
    places
      .flatMap(({ name, spellings }) => [name, ...spellings].map(normalizeText))
      .filter((name) => !name.includes(' '));
  known.set(places, names);
  return names;
}

function isNear(word: string, name: string): boolean {
  const most = Math.min(2, Math.floor(name.length / LETTERS_PER_MISTAKE));
  if (Math.abs(word.length - name.length) > most || word[0] !== name[0]) return false;
  return mistakes(word, name) <= most;
}

/** Letters to insert, drop or replace (Levenshtein). */
function mistakes(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === right[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
