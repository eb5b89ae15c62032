import { editDistance, findPhrase, hasPhrase, normalizeText, phraseWords, type PhrasePlace } from '#text';
import { type Place } from '#pack-kit';

interface District extends Place {
  areas: Place[];
}

const area = (name: string, ...spellings: string[]): Place => ({ name, spellings });

/** The districts in the order of the listings' numbers, each with its areas. */
export const districts: District[] = [
  {
    name: 'Paphos',
    spellings: ['Pafos', 'Baf', 'Πάφος', 'بافوس'],
    areas: [
      area('Kato Paphos', 'Kato Pafos', 'كاتو بافوس'),
      area('Peyia', 'Pegeia', 'بييا'),
      area('Coral Bay', 'كورال باي'),
      area('Chloraka', 'خلوراكا'),
      area('Tala', 'تالا'),
      area('Geroskipou', 'يروسكيبو', 'جيروسكيبو'),
      area('Polis Chrysochous', 'Polis', 'بوليس خريسوخوس'),
    ],
  },
  {
    name: 'Limassol',
    spellings: ['Lemesos', 'Λεμεσός', 'ليماسول'],
    areas: [
      area('Limassol Centre', 'وسط ليماسول'),
      area('Germasogeia', 'Yermasoyia', 'يرماسويا', 'جيرماسوجيا'),
      area('Agios Tychonas', 'أيوس تيخوناس', 'أجيوس تيخوناس'),
      area('Mouttagiaka', 'موتاياكا'),
      area('Zakaki', 'زاكاكي'),
      area('Mesa Geitonia', 'ميسا ييتونيا'),
      area('Agios Athanasios', 'أيوس أثناسيوس', 'أجيوس أثناسيوس'),
    ],
  },
  {
    name: 'Larnaca',
    spellings: ['Larnaka', 'Λάρνακα', 'لارنكا', 'لارناكا'],
    areas: [
      area('Mackenzie', 'ماكنزي'),
      area('Finikoudes', 'فينيكودس'),
      area('Oroklini', 'أوروكليني'),
      area('Pervolia', 'بيرفوليا'),
      area('Livadia', 'ليفاديا'),
      area('Aradippou', 'أراديبو'),
      area('Dhekelia Road', 'طريق دكليا', 'طريق ديكيليا'),
    ],
  },
  {
    name: 'Nicosia',
    spellings: ['Lefkosia', 'Λευκωσία', 'نيقوسيا'],
    areas: [
      area('Strovolos', 'ستروفولوس'),
      area('Engomi', 'إنكومي', 'إنغومي'),
      area('Lakatamia', 'لاكاتاميا'),
      area('Aglantzia', 'أغلانجيا'),
      area('Latsia', 'لاتسيا'),
      area('Nicosia Centre', 'وسط نيقوسيا'),
      area('Akropolis', 'أكروبوليس'),
    ],
  },
  {
    name: 'Famagusta',
    spellings: ['Ammochostos', 'Αμμόχωστος', 'فاماغوستا'],
    areas: [
      area('Protaras', 'بروتاراس'),
      area('Paralimni', 'باراليمني'),
      area('Ayia Napa', 'Agia Napa', 'آيا نابا'),
    ],
  },
];

/** Districts and areas, for finding them in messages. */
export const cyprus: Place[] = districts.flatMap(({ name, spellings, areas }) => [
  { name, spellings },
  ...areas,
]);

const allSpellings = cyprus.flatMap(({ name, spellings }) => [name, ...spellings]);

/** True when a district or area stands among the normalised words. */
export function namesPlace(words: readonly string[]): boolean {
  return hasPhrase(words, allSpellings);
}

/** A district or area with its position among words. */
interface PlaceMention extends PhrasePlace {
  name: string;
}

/** The places in a message, in its order; of overlapping names the longest. */
function placeMentions(words: readonly string[]): PlaceMention[] {
  const found = cyprus.flatMap(({ name, spellings }) =>
    [name, ...spellings].flatMap((spelling) => {
      const at = findPhrase(words, phraseWords(spelling));
      return at ? [{ name, ...at }] : [];
    }),
  );
  const longest = found.filter(
    (one) =>
      !found.some(
        (other) =>
          other.start <= one.start && other.end >= one.end && other.end - other.start > one.end - one.start,
      ),
  );
  return longest.toSorted((one, other) => one.start - other.start);
}

/** The districts and areas that a message names, wanted or not, each once and in its order. */
export function placesNamed(words: readonly string[]): string[] {
  return [...new Set(placeMentions(words).map(({ name }) => name))];
}

const canonicalNames = new Map(
  cyprus.flatMap(({ name, spellings }) =>
    [name, ...spellings].map((text) => [normalizeText(text), name] as const),
  ),
);

/** Words that may stand around a name without being part of it; normalised. */
const AROUND_A_NAME =
  /^(?:the|in|near|around|منطقه|في|مدينه)\s+|\s+(?:district|area|region|town|city|cyprus)$/g;

/** The canonical name of a district or area in any spelling; undefined for an unknown name. */
export function canonicalPlace(text: string): string | undefined {
  const normalized = normalizeText(text);
  return canonicalNames.get(normalized) ?? canonicalNames.get(normalized.replace(AROUND_A_NAME, '').trim());
}

const MAX_SUGGESTIONS = 3;

/** The known names nearest to an unknown one, best first. */
export function nearestPlaces(text: string): string[] {
  const normalized = normalizeText(text);
  const distances = new Map<string, number>();
  for (const [spelling, name] of canonicalNames) {
    const distance = editDistance(normalized, spelling) / Math.max(normalized.length, spelling.length);
    distances.set(name, Math.min(distances.get(name) ?? Infinity, distance));
  }
  const nearest = [...distances].sort(([, left], [, right]) => left - right);
  return nearest.slice(0, MAX_SUGGESTIONS).map(([name]) => name);
}
