import { hasPhrase, normalizeText, type Place } from '#tools';

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
      area('Peyia', 'Pegeia'),
      area('Coral Bay', 'كورال باي'),
      area('Chloraka'),
      area('Tala'),
      area('Geroskipou'),
      area('Polis Chrysochous', 'Polis'),
    ],
  },
  {
    name: 'Limassol',
    spellings: ['Lemesos', 'Λεμεσός', 'ليماسول'],
    areas: [
      area('Limassol Centre'),
      area('Germasogeia', 'Yermasoyia'),
      area('Agios Tychonas'),
      area('Mouttagiaka'),
      area('Zakaki'),
      area('Mesa Geitonia'),
      area('Agios Athanasios'),
    ],
  },
  {
    name: 'Larnaca',
    spellings: ['Larnaka', 'Λάρνακα', 'لارنكا', 'لارناكا'],
    areas: [
      area('Mackenzie'),
      area('Finikoudes'),
      area('Oroklini'),
      area('Pervolia'),
      area('Livadia'),
      area('Aradippou'),
      area('Dhekelia Road'),
    ],
  },
  {
    name: 'Nicosia',
    spellings: ['Lefkosia', 'Λευκωσία', 'نيقوسيا'],
    areas: [
      area('Strovolos'),
      area('Engomi'),
      area('Lakatamia'),
      area('Aglantzia'),
      area('Latsia'),
      area('Nicosia Centre'),
      area('Akropolis'),
    ],
  },
  {
    name: 'Famagusta',
    spellings: ['Ammochostos', 'Αμμόχωστος', 'فاماغوستا'],
    areas: [area('Protaras', 'بروتاراس'), area('Paralimni'), area('Ayia Napa', 'Agia Napa', 'آيا نابا')],
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

const canonicalNames = new Map(
  cyprus.flatMap(({ name, spellings }) =>
    [name, ...spellings].map((text) => [normalizeText(text), name] as const),
  ),
);

/** Words that may stand around a name without being part of it; normalised. */
const AROUND_A_NAME =
  /^(?:the|in|near|around|منطقه|في|مدينه)\s+|\s+(?:district|area|region|town|city|cyprus)$/g;

/** The canonical name of a district or area in any of its spellings; undefined when there is none. */
export function canonicalPlace(text: string): string | undefined {
  const normalized = normalizeText(text);
  return canonicalNames.get(normalized) ?? canonicalNames.get(normalized.replace(AROUND_A_NAME, '').trim());
}

const MAX_SUGGESTIONS = 3;

/** The names nearest to a text that is none of them, best first. */
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

/** Insertions, deletions and replacements of letters (Levenshtein). */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(left).entries()) {
    const next = [at + 1];
    for (let column = 1; column <= right.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === right[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
