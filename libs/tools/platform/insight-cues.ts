import { normalizedWords } from '../text/normalize-text.ts';
import { hasPhrase } from '../text/phrases.ts';
import type { InsightCategory } from '../tool-context.ts';

const words = (list: string) => list.split(/[,،]/).map((word) => word.trim());

/** In the order in which they are tried; `May` is told from "may" by its capital. */
const CUES: [InsightCategory, string[]][] = [
  [
    'timeline',
    words(
      'before, by, deadline, january, february, march, april, june, july, august, september, october, november, december, ' +
        'قبل، خلال، يناير، فبراير، مارس، أبريل، مايو، يونيو، يوليو، أغسطس، سبتمبر، أكتوبر، نوفمبر، ديسمبر',
    ),
  ],
  ['objection', words('too expensive, worried, worry, refuse, doubt, غالي، قلق')],
  ['motivation', words('because, relocating, relocate, school, investment, بسبب، الانتقال، استثمار')],
  ['relationship', words('wife, husband, partner, brother, decide, زوجته، شريك')],
  ['preference', words('like, love, hate, prefer, want, يحب، يفضل، يكره')],
];
const MONTH_OF_MAY = /(?<!^)(?<![.!?]\s)\bMay\b/;

/** The category that the words of a statement point to, first match in order; `preference` without any. */
export function categoryByCues(text: string): InsightCategory {
  if (MONTH_OF_MAY.test(text)) return 'timeline';
  const found = normalizedWords(text);
  return CUES.find(([, cues]) => hasPhrase(found, cues))?.[0] ?? 'preference';
}
