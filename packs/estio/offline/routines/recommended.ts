import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { count, euro, titleName, type Wording } from '../../wording.ts';
import { speaksOfShown } from './of-the-shown.ts';
import { LEADING } from './best-of-the-listed.ts';
import { fromRecords, idsIn, priceOf, type Row } from './property-facts.ts';

/** "Which would you recommend?", "what's the best one?", "أيها تنصح؟". */
const ASKS = anySpelling(
  /\b(?:which|what)(?: \w+){0,4}? (?:would|do|should|can|could) (?:you|i|we) (?:recommend|suggest|advise|pick|choose|take|prefer|go (?:for|with)|buy|rent)\b|\b(?:your|any) (?:recommendations?|favou?rites?|advice|opinion|pick)\b|\bwhich (?:one )?(?:of (?:them|these|those) )?(?:is|s|would be|are) (?:the )?(?:best|better|nicest|good)\b|\bwhats? (?:is |s )?(?:the )?best (?:one|option|choice|value|deal|pick|of (?:them|these|those))\b|\bbest (?:value|deal)(?: for money)?\b|\bwhat do you (?:recommend|suggest|advise|think)\b|\brecommend (?:me )?(?:one|any)\b|(?:أيها|أيهم|أي واحدة|أي واحد|ماذا|بماذا|وش|شو|ما الذي)(?: \S+){0,2} (?:تنصح|تنصحني|تنصحون|ترشح|ترشحون|تقترح|تختار|أفضل|أحسن|أختار)|(?:ما|أيها|أيهم|شو|وش)(?: هي| هو)? (?:ال)?(?:أفضل|أحسن)(?: منها| بينها| واحدة| خيار)?|بم تنصح|رشح لي|انصحني/iu,
);
const FOR_WHOM =
  / (?:for|as) (?:an? |my |our )?(?:\w+ )?(?:family|couple|investment|investor|parents|kids|children|living)(?: of \w+)?$| (?:لعايله|لعايلتي|للعايله|للاستثمار|للسكن)$/;
const MAX_WORDS = 12;

type Measure = [of: (row: Row) => number, told: Record<Wording, (row: Row) => string>];

/** The least of each is named. */
const MEASURES: readonly Measure[] = [
  [({ price }) => price, { en: (row) => priceOf(row, 'en'), ar: (row) => priceOf(row, 'ar') }],
  [
    ({ coveredAreaSqm }) => -coveredAreaSqm,
    {
      en: ({ coveredAreaSqm }) => `${count(coveredAreaSqm)} m²`,
      ar: ({ coveredAreaSqm }) => `${count(coveredAreaSqm)} م²`,
    },
  ],
  [
    perSqm,
    {
      en: (row) => `${euro(perSqm(row), 'en')} per m² at ${priceOf(row, 'en')}`,
      ar: (row) => `${euro(perSqm(row), 'ar')} للمتر المربع بسعر ${priceOf(row, 'ar')}`,
    },
  ],
  [
    ({ distanceToSea }) => distanceToSea,
    {
      en: ({ distanceToSea }) => `${count(distanceToSea)} m`,
      ar: ({ distanceToSea }) => `${count(distanceToSea)} م`,
    },
  ],
  [
    ({ yearBuilt }) => -yearBuilt,
    { en: ({ yearBuilt }) => `built in ${yearBuilt}`, ar: ({ yearBuilt }) => `بني سنة ${yearBuilt}` },
  ],
];

function perSqm({ price, coveredAreaSqm }: Row): number {
  return Math.round(price / coveredAreaSqm);
}

/** What is best is the person's to say; which one leads in what, the records tell. */
export const recommended: OfflineRoutine = (turn) => {
  const { message, replied, picked } = turn;
  const { text, normalized } = message;
  const words = normalizedWords(text);
  if (!ASKS.test(normalized) || words.length > MAX_WORDS || picked !== undefined) return undefined;
  if (!speaksOfShown(normalized.replace(FOR_WHOM, ''))) return undefined;
  const ids = replied.map(idsIn).findLast((told) => told.length > 0) ?? [];
  if (ids.length < 2) return undefined;
  return fromRecords(turn, ids, (rows, language, note) => {
    // A monthly rent is not cheaper than a price.
    const kind = rows.find(({ id }) => id === ids[0])?.dealType;
    const alike = rows.filter(({ dealType, status }) => dealType === kind && status === 'available');
    if (alike.length < 2) return [ONE_OR_NONE[language](alike[0]), ...note];
    return [DEPENDS[language], ...leading(alike, language), SAY[language], ...note];
  });
};

/** Which of several leads in what, a line for each; what is the same of all is left out. */
export function leading(rows: readonly Row[], language: Wording): string[] {
  return MEASURES.flatMap(([of, told], at) => {
    if (rows.every((row) => of(row) === of(rows[0]!))) return [];
    const best = rows.reduce((least, row) => (of(row) < of(least) ? row : least));
    return [
      `- ${LEADING[language][at]} ${titleName(best.title, language)} (${best.id}): ${told[language](best)}`,
    ];
  });
}

const DEPENDS = {
  en: 'That depends on what counts for you. Of those that I named, by their records:',
  ar: 'هذا يتوقف على ما يهمك. مما ذكرته، حسب السجلات:',
};
const SAY = {
  en: 'Tell me what counts most, or ask me more about one of them.',
  ar: 'قل لي ما يهمك أكثر، أو اسألني عن واحد منها.',
};
const ONE_OR_NONE: Record<Wording, (only: Row | undefined) => string> = {
  en: (only) =>
    only
      ? `Of those that I named, only ${only.title} (${only.id}) is still available: ${priceOf(only, 'en')}.`
      : 'None of those that I named is available any more.',
  ar: (only) =>
    only
      ? `مما ذكرته لم يبق متاحا إلا ${titleName(only.title, 'ar')} (${only.id}): ${priceOf(only, 'ar')}.`
      : 'لم يعد أي مما ذكرته متاحا.',
};
