import { keysOf as namesOf } from '#pack-kit';
import { editDistance } from '#text';
import { elsewhere } from './abu-dhabi.ts';
import { keysOf, keysOfWords, type PlaceKeys } from './place-keys.ts';
import { vocabularyOf } from './place-words.ts';

/** Types of places, with their Arabic names. */
export const PLACE_TYPES = {
  district: ['منطقة', 'حي'],
  municipality: ['بلدية'],
  community: ['مجتمع', 'تجمع'],
  project: ['مشروع'],
};
export type PlaceType = keyof typeof PLACE_TYPES;
export const placeTypes = namesOf(PLACE_TYPES);

/** A place of the gazetteer. */
export interface GeoPlace {
  type: PlaceType;
  nameEn: string;
  nameAr: string;
  /** The district that a community or project lies in; null for other types. */
  districtEn: string | null;
  /** The municipality that the place lies in; null for a municipality. */
  municipalityEn: string | null;
  aliases: readonly string[];
}

export const matchedBy = ['exact', 'core', 'translit', 'tokens', 'fuzzy'] as const;
export type MatchedBy = (typeof matchedBy)[number];

export interface PlaceMatch {
  place: GeoPlace;
  /** 0 to 1. */
  score: number;
  matchedBy: MatchedBy;
}

export type Resolution =
  | { status: 'resolved'; best: PlaceMatch; matches: PlaceMatch[] }
  | { status: 'ambiguous' | 'not_found'; best: null; matches: PlaceMatch[] };

const NO_WORDS: ReadonlySet<string> = new Set();
const ELSEWHERE = new Set(elsewhere.map((name) => keysOf(name, NO_WORDS).core.join(' ')));

/** Scores by kind of match. */
const SCORE = { exact: 1, core: 0.95, translit: 0.9, tokens: 0.85, fuzzy: 0.9 };
const MIN_SOUND_LETTERS = 3;
export const MIN_SCORE = 0.6;
const RESOLVED_SCORE = 0.75;
const RESOLVED_LEAD = 0.1;
const DECIMALS = 10_000;

export interface PlaceFilter {
  type?: PlaceType | undefined;
  /** Canonical name. */
  municipality?: string | undefined;
}

/** Finds places of one gazetteer by the names that people write, in English and Arabic. */
export class PlaceMatcher {
  readonly vocabulary: ReadonlySet<string>;
  private readonly entries: { place: GeoPlace; keys: PlaceKeys[] }[];
  /** Places by key. */
  private readonly named = new Map<string, Set<GeoPlace>>();

  /** @param lacking errors by type, for types whose places could not be read */
  constructor(
    readonly places: readonly GeoPlace[],
    readonly lacking: ReadonlyMap<PlaceType, Error> = new Map(),
  ) {
    const namesOf = ({ nameEn, nameAr, aliases }: GeoPlace) => [nameEn, nameAr, ...aliases];
    this.vocabulary = vocabularyOf(places.flatMap(namesOf));
    this.entries = places.map((place) => ({
      place,
      keys: namesOf(place)
        .filter(Boolean)
        .map((name) => keysOf(name, this.vocabulary)),
    }));
    for (const { place, keys } of this.entries)
      for (const key of keys.flatMap(lookupKeys))
        this.named.set(key, (this.named.get(key) ?? new Set()).add(place));
  }

  /**
   * Places that these words name with a score of at least 0.90.
   *
   * @param words normalised by `nameWords`
   */
  placesNamed(words: readonly string[]): GeoPlace[] {
    const [first] = lookupKeys(keysOfWords(words, this.vocabulary)).filter((key) => this.named.has(key));
    return first === undefined ? [] : [...(this.named.get(first) ?? [])];
  }

  /** Matches, best first. */
  match(text: string, { type, municipality }: PlaceFilter = {}): PlaceMatch[] {
    const asked = keysOf(text, this.vocabulary);
    const isElsewhere = ELSEWHERE.has(asked.core.join(' '));
    return this.entries
      .filter(
        ({ place }) =>
          (type === undefined || place.type === type) &&
          (municipality === undefined || municipalityOf(place) === municipality),
      )
      .flatMap(({ place, keys }) => {
        const [first, ...others] = keys.map((each) => scoreOf(asked, each));
        const best = others.reduce((a, b) => (b && (!a || b.score > a.score) ? b : a), first);
        return best && best.score >= (isElsewhere ? SCORE.translit : MIN_SCORE) ? [{ place, ...best }] : [];
      })
      .sort(byFit);
  }

  /** Resolves a name to one place where one match is clearly the best. */
  resolve(text: string, filter: PlaceFilter = {}): Resolution {
    const matches = this.match(text, filter);
    const [best] = matches;
    if (!best) return { status: 'not_found', best: null, matches };
    const exact = matches.filter(({ matchedBy }) => matchedBy === 'exact');
    const rival = matches.slice(1).find(({ place }) => !isCommunityOf(place, best.place));
    const isClear =
      exact.length === 0
        ? best.score >= RESOLVED_SCORE && rounded(best.score - (rival?.score ?? 0)) >= RESOLVED_LEAD
        : exact.length === 1;
    return isClear ? { status: 'resolved', best, matches } : { status: 'ambiguous', best: null, matches };
  }

  /** The place with this English name; letter case does not matter. */
  canonical(name: string, types: readonly PlaceType[]): GeoPlace | undefined {
    const wanted = name.trim().toLowerCase();
    return this.places.find(({ type, nameEn }) => types.includes(type) && nameEn.toLowerCase() === wanted);
  }
}

/** Keys for look-up, the most certain first. */
function lookupKeys({ full, core, translit }: PlaceKeys): string[] {
  return [
    full && `full ${full}`,
    core.length > 0 ? `core ${core.join(' ')}` : '',
    translit.length >= MIN_SOUND_LETTERS ? `sound ${translit}` : '',
  ].filter(Boolean);
}

function municipalityOf({ type, nameEn, municipalityEn }: GeoPlace): string | null {
  return type === 'municipality' ? nameEn : municipalityEn;
}

function isCommunityOf({ type, districtEn }: GeoPlace, district: GeoPlace): boolean {
  return type === 'community' && district.type === 'district' && districtEn === district.nameEn;
}

function scoreOf(asked: PlaceKeys, known: PlaceKeys): { score: number; matchedBy: MatchedBy } | undefined {
  if (asked.full !== '' && asked.full === known.full) return { score: SCORE.exact, matchedBy: 'exact' };
  if (asked.core.length === 0 || known.core.length === 0) return undefined;
  if (asked.core.join(' ') === known.core.join(' ')) return { score: SCORE.core, matchedBy: 'core' };
  const sounds = [asked.translit, known.translit];
  const audible = sounds.every(({ length }) => length >= MIN_SOUND_LETTERS);
  if (audible && asked.translit === known.translit) return { score: SCORE.translit, matchedBy: 'translit' };
  const common = asked.core.filter((word) => known.core.includes(word)).length;
  const tokens = rounded((SCORE.tokens * 2 * common) / (asked.core.length + known.core.length));
  const longest = Math.max(...sounds.map(({ length }) => length));
  const fuzzy = audible
    ? rounded(SCORE.fuzzy * (1 - editDistance(asked.translit, known.translit) / longest))
    : 0;
  return tokens >= fuzzy ? { score: tokens, matchedBy: 'tokens' } : { score: fuzzy, matchedBy: 'fuzzy' };
}

function byFit(a: PlaceMatch, b: PlaceMatch): number {
  return (
    b.score - a.score ||
    placeTypes.indexOf(a.place.type) - placeTypes.indexOf(b.place.type) ||
    a.place.nameEn.localeCompare(b.place.nameEn)
  );
}

const rounded = (score: number) => Math.round(score * DECIMALS) / DECIMALS;
