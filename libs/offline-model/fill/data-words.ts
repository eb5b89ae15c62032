import { findPhrase, phraseWords, type PhrasePlace } from '#text';
import { type Dataset, type DatasetField } from '#pack-kit';

const list = (words: string) => words.split(/[,،]/).map((word) => word.trim());

/** Asks for a number. */
export const COUNTING = list('how many, number of, count of, count, كم عدد, كم, عدد');
/** Begins an order to list. */
export const LISTING = list('list, show, give, display, اعرض, أظهر, أرني, اسرد, قائمة');
/** Stands between such an order, or "which" and "how many", and what is meant. */
export const BETWEEN = new Set(
  list(
    `me,us,our,the,all,my,of,a,newest,latest,recent,most,last,top,first,oldest,open,list,different,new,failed,
     لي,لنا,كل,جميع,أحدث,احدث,اخر,اول,اقدم,قائمه`.replaceAll(/\s+/g, ''),
  ),
);
/** Begins a question after rows that members of the office put: "any deals …", "who has a viewing …". */
export const ASKING_FOR = list(
  'which, what, who, whose, any, anything, do we have, have we got, are there, is there, status of, how is, whats, أي, ما, ماذا, من, هل لدينا, هل هناك, هل يوجد',
);
export const WHICH = list('which, what, أي, ما');

export const FUNCTIONS: [fn: 'avg' | 'median' | 'sum' | 'max' | 'min', words: string[]][] = [
  ['avg', list('average, mean, avg, on average, متوسط, معدل')],
  ['median', list('median, وسيط')],
  ['max', list('highest, maximum, max, largest, longest, أعلى, أقصى, أطول')],
  ['min', list('lowest, minimum, min, smallest, shortest, أدنى, أقل')],
  ['sum', list('total, sum, مجموع, إجمالي')],
];
export const PER = list('per, by, each, for each, for every, grouped by, لكل, حسب, بحسب');
export const UNITS: [unit: string, words: string[]][] = [
  ['day', list('day, daily, يوم')],
  ['week', list('week, weekly, أسبوع')],
  ['month', list('month, monthly, شهر')],
  ['year', list('year, yearly, سنة, عام')],
];
export const MOST = list('most often, most, top, أكثر, الأكثر');
export const LEAST = list('least often, least, fewest, rarest, أقل, الأقل');
/** Before a number of rows: "top 5 feature requests". */
export const FIRST = list('top, first, last, أول, أعلى, آخر');
/** The one of them that ranks by a number which stands behind it. */
export const HIGHEST = ['أعلى'];
export const OLDEST = list('oldest, earliest, أقدم, الأقدم');
export const NEWEST = list('newest, latest, most recent, recent, أحدث, الأحدث');

/** May stand before what is asked for. */
export const POLITE = new Set(
  'please can could you would what is the من فضلك لو سمحت ممكن هل ما هي هو'.split(' '),
);
export const GREETING = new Set('hi hello hey so and ok okay s مرحبا'.split(' '));

/** What may be said of its rows: values of fields, and words that rank. */
export function tellingWords({ fields }: Dataset): ReadonlySet<string> {
  return new Set(
    Object.values(fields)
      .flatMap(({ ranking = [], values = {} }) => [
        ...ranking,
        ...Object.keys(values),
        ...Object.values(values).flat(),
      ])
      .flatMap(phraseWords),
  );
}

/** Also with the ending of what something is ranked by: "أعلى 5 عقارات سعرا". */
export const rankingForms = (synonyms: readonly string[]) =>
  synonyms.flatMap((name) => (/\p{Script=Arabic}$/u.test(name) ? [name, `${name}ا`] : [name]));

/** Where the first of the phrases stands; of several at one place the longest. */
export function placeOf(
  words: readonly string[],
  phrases: readonly string[],
  from = 0,
): PhrasePlace | undefined {
  return phrases
    .map((phrase) => findPhrase(words, phraseWords(phrase), from))
    .filter((place) => place !== undefined)
    .sort((a, b) => a.start - b.start || b.end - a.end)[0];
}

/**
 * The dataset that the words name, by the longest name, then the first. A question that counts or computes may also use
 * the names that are for such questions alone.
 */
export function datasetIn(
  words: readonly string[],
  datasets: readonly Dataset[],
  { computes }: { computes: boolean },
): { dataset: Dataset; places: PhrasePlace[] } | undefined {
  const named = datasets.flatMap((dataset) => {
    const { synonyms, ownedAs = [], countedAs = [] } = dataset;
    const places = [...synonyms, ...ownedAs, ...(computes ? countedAs : [])]
      .map((synonym) => findPhrase(words, phraseWords(synonym)))
      .filter((place) => place !== undefined);
    return places.length > 0 ? [{ dataset, places: places.sort((a, b) => size(b) - size(a)) }] : [];
  });
  return named.sort((a, b) => size(b.places[0]) - size(a.places[0]) || start(a) - start(b))[0];
}

const size = (place: PhrasePlace | undefined) => (place ? place.end - place.start : 0);
const start = ({ places }: { places: PhrasePlace[] }) => Math.min(...places.map((place) => place.start));

/** The field, among those that `fits`, whose name stands at `from`, or anywhere behind it with `anywhere`. */
export function fieldIn(
  words: readonly string[],
  dataset: Dataset,
  fits: (field: DatasetField) => boolean,
  { from = 0, anywhere = true }: { from?: number; anywhere?: boolean } = {},
): string | undefined {
  const found = Object.entries(dataset.fields).flatMap(([name, field]) => {
    if (!fits(field)) return [];
    const place = (field.synonyms ?? [])
      .map((synonym) => findPhrase(words, phraseWords(synonym), from))
      .filter((known) => known !== undefined && (anywhere || known.start === from))
      .sort((a, b) => size(b) - size(a))[0];
    return place ? [{ name, place }] : [];
  });
  return found.sort((a, b) => size(b.place) - size(a.place) || a.place.start - b.place.start)[0]?.name;
}
