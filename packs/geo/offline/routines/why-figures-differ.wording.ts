import type { OfflineMessage, RoutineCall } from '#pack-kit';
import type { UnitsResult } from '../../schema/results.ts';
import { languageOf, numbersFor, ofType, SAMPLE, typeName, type Numbers } from '../../tools/wording.ts';
import type { Figures } from './figures-by-year.ts';

export const NO_CAUSES = {
  en: 'The data says what was sold and for how much, what homes rent for and how many there are; it holds no causes, and I do not guess at them. Name a district and a year, and I tell how its sales came about: how many, what one cost on average, and of which types.',
  ar: 'تقول البيانات ما بيع وبكم، وإيجارات الوحدات وعددها، ولا تتضمن الأسباب، ولا أخمنها. اذكر منطقة وسنة فأبين مم تكونت مبيعاتها: عددها ومتوسط ثمن الواحدة وأنواعها.',
};

type Asked = RoutineCall['arguments'];

/** Why a list of homes has these: what was asked for, and its order. */
export const RENTS_WHY = {
  en: ({ total, returned }: UnitsResult, asked: Asked, message: OfflineMessage) => {
    const n = numbersFor(message, 'en');
    const { max_budget: most } = asked as { max_budget: number };
    return `They are what fits ${wished(asked, n, 'en')} up to AED ${n.count(most)} a year: ${n.count(total)} in all, of which I listed the ${n.count(returned)} with the lowest rents. I weighed nothing else, and why a rent is what it is the data does not say.`;
  },
  ar: ({ total, returned }: UnitsResult, asked: Asked, message: OfflineMessage) => {
    const n = numbersFor(message, 'ar');
    const { max_budget: most } = asked as { max_budget: number };
    return `لأنها تناسب ما طلبته ${wished(asked, n, 'ar')} حتى ${n.count(most)} درهم سنويا: عددها ${n.count(total)}، وعرضت منها ${n.count(returned)} بدءا بأقلها إيجارا. لم أراع غير ذلك، ولا تبين البيانات لماذا بلغ إيجار ما مقداره.`;
  },
};

function wished(asked: Asked, n: Numbers, language: 'en' | 'ar'): string {
  const { bedrooms, property_type: type } = asked as { bedrooms?: number; property_type?: string };
  const homes = typeName(type, language);
  if (language === 'ar')
    return bedrooms === undefined ? `(${homes})` : `(${homes}، غرف النوم: ${n.count(bedrooms)})`;
  const rooms =
    bedrooms === undefined
      ? ''
      : bedrooms === 0
        ? ', studios'
        : ` with ${bedrooms} ${bedrooms === 1 ? 'bedroom' : 'bedrooms'}`;
  return `your wish (${homes}${rooms})`;
}

interface Part {
  name: string;
  whole: Figures;
  kinds: Figures[];
}

/** How two sums came about, side by side; undefined where a figure is missing. */
export function whatIsSeen(taken: readonly RoutineCall[], message: OfflineMessage): string | undefined {
  const figures = taken.map(({ result }) => (result?.success ? (result.data as Figures) : undefined));
  if (figures.some((one) => one === undefined)) return undefined;
  const language = languageOf(message);
  const [one, other] = partsOf(figures as Figures[], language);
  if (!one || !other) return undefined;
  const n = numbersFor(message, language);
  const sample = one.whole.sample ? [SAMPLE[language]] : [];
  const words = WORDS[language];
  const samePlace = placeOf(one.whole, language) === placeOf(other.whole, language);
  const place = placeOf(other.whole, language);
  const type = ofType(other.whole.property_type, language);
  return [
    words.none,
    samePlace
      ? words.heading(place, type, n.year(one.whole.year), n.year(other.whole.year))
      : words.against(one.name, other.name, type, n.year(other.whole.year)),
    ...linesOf(one, other, n, language),
    ...(samePlace ? premiseOf(one.whole, other.whole, message, language) : []),
    ...verdictOf(one, other, n, language, samePlace),
    ...sample,
  ].join('\n');
}

/** The figures of each side: its kinds, and the whole behind them. */
function partsOf(figures: readonly Figures[], language: 'en' | 'ar'): Part[] {
  const parts = new Map<string, Part>();
  for (const each of figures) {
    const key = `${placeOf(each, 'en')} ${each.year}`;
    const part = parts.get(key) ?? { name: placeOf(each, language), whole: each, kinds: [] };
    if (part.whole !== each) part.kinds.push(part.whole);
    parts.set(key, { ...part, whole: each });
  }
  return [...parts.values()];
}

function placeOf(figures: Figures, language: 'en' | 'ar'): string {
  if ('district' in figures) return language === 'ar' ? figures.district_ar : figures.district;
  return language === 'ar' ? figures.municipality_ar : figures.municipality;
}

function linesOf(
  { whole: one, kinds }: Part,
  { whole: other, kinds: others }: Part,
  n: Numbers,
  language: 'en' | 'ar',
) {
  const words = WORDS[language];
  const mix = others.flatMap((kind) => {
    const before = kinds.find(({ property_type: type }) => type === kind.property_type);
    if (!before || before.transaction_count + kind.transaction_count === 0) return [];
    const share = (of: Figures, all: Figures) =>
      all.transaction_count === 0
        ? 0
        : Math.round((of.transaction_count / all.transaction_count) * 1_000) / 10;
    return [
      `- ${words.share(typeName(kind.property_type, language))}: ${words.fromTo(`${n.count(share(before, one))} %`, `${n.count(share(kind, other))} %`)}`,
    ];
  });
  return [
    `- ${words.value}: ${words.fromTo(n.money(one.total_value_aed), n.money(other.total_value_aed))}${changed(one.total_value_aed, other.total_value_aed, n)}`,
    `- ${words.number}: ${words.fromTo(n.count(one.transaction_count), n.count(other.transaction_count))}${changed(one.transaction_count, other.transaction_count, n)}`,
    ...(one.average_value_aed !== null && other.average_value_aed !== null
      ? [
          `- ${words.average}: ${words.fromTo(words.aed(n.count(one.average_value_aed)), words.aed(n.count(other.average_value_aed)))}${changed(one.average_value_aed, other.average_value_aed, n)}`,
        ]
      : []),
    ...mix,
  ];
}

function changed(from: number, to: number, n: Numbers): string {
  if (from === 0) return '';
  const change = Math.round((to / from - 1) * 1_000) / 10;
  return ` (${change > 0 ? '+' : ''}${n.count(change)} %)`;
}

const FELL =
  /\b(?:fall|fell|fallen|falling|drop\w*|declin\w*|decreas\w*|(?:go|went|going|gone|come|came) down|shr[aiu]nk|slump\w*|crash\w*)\b|انخفض|تراجع|هبط|نزل|قل(?:ت|ّت)?(?: |$)/;
const ROSE =
  /\b(?:rise|rose|risen|rising|increas\w*|grow|grew|grown|growing|jump\w*|surg\w*|soar\w*|(?:go|went|going|gone|come|came) up)\b|ارتفع|زاد|صعد|نما|قفز/;

/** "Why did it drop?" of what rose: said first of all, since what is asked about did not happen. */
function premiseOf(
  one: Figures,
  other: Figures,
  { normalized }: OfflineMessage,
  language: 'en' | 'ar',
): string[] {
  const factors: [number, number][] = [
    [one.total_value_aed, other.total_value_aed],
    [one.transaction_count, other.transaction_count],
    [one.average_value_aed ?? 0, other.average_value_aed ?? 0],
  ];
  const words = WORDS[language];
  if (FELL.test(normalized) && factors.every(([from, to]) => to > from)) return [words.rose];
  if (ROSE.test(normalized) && factors.every(([from, to]) => to < from)) return [words.fell];
  return [];
}

/** By which of its two factors the sum changed more: a sum is the number of sales times what one cost. */
function verdictOf(
  { whole: one }: Part,
  { whole: other }: Part,
  n: Numbers,
  language: 'en' | 'ar',
  samePlace: boolean,
): string[] {
  const { average_value_aed: before } = one;
  const { average_value_aed: after } = other;
  if (!before || !after || one.transaction_count === 0 || other.transaction_count === 0) return [];
  const byNumber = Math.abs(Math.log(other.transaction_count / one.transaction_count));
  const byPrice = Math.abs(Math.log(after / before));
  if (byNumber + byPrice === 0) return [];
  const words = WORDS[language];
  return [
    samePlace
      ? words.more[byNumber >= byPrice ? 'number' : 'price']
      : words.apart[byNumber >= byPrice ? 'number' : 'price'],
  ];
}

const WORDS = {
  en: {
    none: 'The data holds no causes, and I do not guess at them. What it shows is how the sums came about:',
    heading: (place: string, type: string, from: string, to: string) =>
      `Sales${type} in ${place}, ${from} → ${to}`,
    against: (one: string, other: string, type: string, year: string) =>
      `Sales${type}, ${one} → ${other}, ${year}`,
    rose: 'So nothing of it fell between these years: all three rose.',
    fell: 'So nothing of it rose between these years: all three fell.',
    value: 'Value of all sales',
    number: 'Number of sales',
    average: 'One sale on average',
    share: (kind: string) => `Share of ${kind} in the sales`,
    aed: (amount: string) => `AED ${amount}`,
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    more: {
      number:
        'So the change comes more from the number of sales than from what one cost. The average also moves with the types, sizes and places of what was sold.',
      price:
        'So the change comes more from what one sale cost than from their number. The average also moves with the types, sizes and places of what was sold.',
    },
    apart: {
      number:
        'So they differ more in the number of sales than in what one cost. The average also depends on the types, sizes and places of what was sold.',
      price:
        'So they differ more in what one sale cost than in their number. The average also depends on the types, sizes and places of what was sold.',
    },
  },
  ar: {
    none: 'لا تتضمن البيانات الأسباب، ولا أخمنها. وما تبينه هو مم تكونت المبالغ:',
    heading: (place: string, type: string, from: string, to: string) =>
      `المبيعات${type} في ${place}، من ${from} إلى ${to}`,
    against: (one: string, other: string, type: string, year: string) =>
      `المبيعات${type}، من ${one} إلى ${other}، سنة ${year}`,
    rose: 'فلم ينخفض شيء منها بين السنتين، بل ارتفعت الثلاثة.',
    fell: 'فلم يرتفع شيء منها بين السنتين، بل انخفضت الثلاثة.',
    value: 'قيمة المبيعات كلها',
    number: 'عدد المبيعات',
    average: 'متوسط ثمن العملية الواحدة',
    share: (kind: string) => `حصة ${kind} من المبيعات`,
    aed: (amount: string) => `${amount} درهم`,
    fromTo: (from: string, to: string) => `من ${from} إلى ${to}`,
    more: {
      number:
        'فالتغير من عدد المبيعات أكثر منه من ثمن الواحدة. ويتأثر المتوسط أيضا بأنواع ما بيع ومساحاته ومواقعه.',
      price:
        'فالتغير من ثمن العملية الواحدة أكثر منه من عددها. ويتأثر المتوسط أيضا بأنواع ما بيع ومساحاته ومواقعه.',
    },
    apart: {
      number:
        'فالفرق في عدد المبيعات أكبر منه في ثمن الواحدة. ويتأثر المتوسط أيضا بأنواع ما بيع ومساحاته ومواقعه.',
      price:
        'فالفرق في ثمن العملية الواحدة أكبر منه في عددها. ويتأثر المتوسط أيضا بأنواع ما بيع ومساحاته ومواقعه.',
    },
  },
};
