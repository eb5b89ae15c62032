import { normalizedWords, hasPhrase, phraseList } from '#text';
import type { InsightCategory } from '#pack-kit';

const words = (list: string) => list.split(/[,،]/).map((word) => word.trim());

/** Cue words by category, in order of precedence. The month May is recognised separately, by its capital letter. */
const CUES: [InsightCategory, string[]][] = [
  [
    'timeline',
    words(
      'before, by, deadline, january, february, march, april, june, july, august, september, october, november, december, ' +
        'قبل، خلال، يناير، فبراير، مارس، أبريل، مايو، يونيو، يوليو، أغسطس، سبتمبر، أكتوبر، نوفمبر، ديسمبر',
    ),
  ],
  [
    'objection',
    words(
      'too expensive, too high, overpriced, worried, worry, concerned, afraid, not sure, unsure, hesitate, hesitant, refuse, doubt, غالي، قلق، متردد، مترددة، لست متأكدا، مش متأكد',
    ),
  ],
  ['motivation', words('because, relocating, relocate, school, investment, بسبب، الانتقال، استثمار')],
  ['relationship', words('wife, husband, partner, brother, decide, زوجته، شريك')],
  ['preference', words('like, love, hate, prefer, want, يحب، يفضل، يكره')],
];
const MONTH_OF_MAY = /(?<!^)(?<![.!?]\s)\bMay\b/;

/** The category of a statement by its cue words. The first match wins; the default is `preference`. */
export function categoryByCues(text: string): InsightCategory {
  if (MONTH_OF_MAY.test(text)) return 'timeline';
  const found = normalizedWords(text);
  return CUES.find(([, cues]) => hasPhrase(found, cues))?.[0] ?? 'preference';
}

/** The importance of a statement by its words; undefined if they do not indicate it. */
export function importanceByCues(text: string): number | undefined {
  const found = normalizedWords(text);
  if (hasPhrase(found, ['very important', 'must', 'مهم جدا', 'لا بد', 'يجب'])) return 9;
  return hasPhrase(found, ['minor', 'بسيط']) ? 3 : undefined;
}

/** Prefixes that ask to remember the rest of a sentence. Longer prefixes come before their own beginnings. */
export const NOTING_PREFIXES = phraseList(
  `please remember that, remember that, please remember, remember, please note that, note that, note,
   keep in mind that, keep in mind, record that, make a note that, سجل أنه, سجل أنها, سجل أن, سجل,
   تذكر أنه, تذكر أنها, تذكر أن, تذكر, دون أن, لاحظ أن`,
);
