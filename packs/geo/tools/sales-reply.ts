import type { OfflineMessage } from '#pack-kit';
import { yearIsAssumed } from './fills.ts';
import { numbersFor } from './wording.ts';

/** Said where the message names no year. */
export function assumedYear(
  year: number,
  message: OfflineMessage | undefined,
  language: 'en' | 'ar',
): string {
  if (!yearIsAssumed(year, message)) return '';
  const n = numbersFor(message, language);
  return language === 'ar'
    ? ` (أحدث سنة متوفرة: ${n.year(year)})`
    : ` (${year} is the latest year that is available)`;
}
