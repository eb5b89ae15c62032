import type { Gazetteer, PlaceReader } from '#pack-kit';
import { normalizedWords } from '#text';
import { findPlaces, type PlaceMention } from '../schema/places/find-places.ts';
import { nameWords } from '../schema/places/place-words.ts';

/** "Abu Dhabi" alone means the emirate as well as its city. */
const EMIRATE = new Set(['abu dhabi', 'ابوظبي', 'ابو ظبي']);

export function isEmirate(written: string): boolean {
  return EMIRATE.has(normalizedWords(nameWords(written).join(' ')).join(' '));
}

const municipalityOf = ({ places }: PlaceMention): string | undefined =>
  places.find(({ type }) => type === 'municipality')?.nameEn;

/**
 * The places in a question. A municipality beside a district only locates the district; alone, it is the place of the
 * question.
 */
export function requestedPlaces(text: string): { asked: PlaceMention[]; isWhole: boolean } {
  const mentions = findPlaces(text);
  const parts = mentions.filter((mention) => municipalityOf(mention) === undefined);
  return parts.length > 0
    ? { asked: parts, isWhole: false }
    : { asked: mentions, isWhole: mentions.length > 0 };
}

/** The places in a question, as written; the search is called with each. */
export function placesWritten(text: string): string[] {
  const { asked } = requestedPlaces(text);
  const unknown = asked.length === 0 ? unknownPlace(text) : undefined;
  return unknown === undefined ? asked.map(({ written }) => written) : [unknown];
}

/** Words after "in" or في that do not begin a name. */
const NO_NAMES = new Set(
  normalizedWords(
    `I AED Q1 Q2 Q3 Q4 سنة عام السنة العام خلال شهر درهم شقة شقق فيلا فلل بيت بيوت أرض وحدة وحدات استوديو منطقة المنطقة مناطق المناطق
     بلدية الإمارة السوق المبيعات مبيعات قيمة عدد الإيجار المعروض أي كل هذه هذا`,
  ),
);
const LATIN_NAME =
  /\b(?:in|at|for|of|near|about)\s+((?:\p{Lu}[\p{L}\p{M}'’]*)(?:\s+\p{Lu}[\p{L}\p{M}'’]*){0,2})/gu;
const ARABIC_NAME = /(?<!\p{L})(?:في|بين|عن)\s+(\p{Script=Arabic}[\p{L}\p{M}]*)/gu;

/** The name of an unknown place: up to three capitalised words after "in", or one Arabic word after في. */
function unknownPlace(text: string): string | undefined {
  return [...text.matchAll(LATIN_NAME), ...text.matchAll(ARABIC_NAME)]
    .flatMap(([, name]) => name ?? [])
    .find((name) => normalizedWords(name).every((word) => !NO_NAMES.has(word)));
}

const reader = (mentions: (text: string) => { written: string; name: string }[]): PlaceReader => ({
  find: mentions,
});
const named = (mention: PlaceMention) => ({
  written: mention.written,
  name: mention.places[0]?.nameEn ?? mention.written,
});

/** Gazetteers of the pack, by the names that fill codes use. */
export const places: Readonly<Record<string, Gazetteer>> = {
  /** Every place in the question. */
  abudhabi: { ...reader((text) => requestedPlaces(text).asked.map(named)), unknown: unknownPlace },
  /** A municipality that locates a district. */
  within: reader((text) => {
    const { isWhole, asked } = requestedPlaces(text);
    const several = asked.some(({ places: all }) => all.length > 1);
    return isWhole ? [] : municipalities(text).filter(({ written }) => several || !isEmirate(written));
  }),
  /** A municipality; empty for "Abu Dhabi" alone, which means the emirate. */
  municipality: reader((text) => municipalities(text).filter(({ written }) => !isEmirate(written))),
};

function municipalities(text: string): { written: string; name: string }[] {
  return findPlaces(text).flatMap((mention) => {
    const name = municipalityOf(mention);
    return name === undefined ? [] : [{ written: mention.written, name }];
  });
}
