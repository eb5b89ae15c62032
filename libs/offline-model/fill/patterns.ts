import { hasPhrase, normalizedWords, westernDigits, zonedTime } from '#text';

/** The first URL of the text, without a trailing full stop. */
export function findUrl(text: string): string | undefined {
  return /https?:\/\/\S*[\p{L}\p{N}/]/iu.exec(text)?.[0];
}

export function findEmail(text: string): string | undefined {
  return /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u.exec(text)?.[0];
}

/** Distinct readable ids with a prefix, such as `prop-0112`, in lower case. */
export function findIds(text: string, prefix: string): string[] {
  const escaped = prefix.replace(/-$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found =
    text.match(new RegExp(`(?<![\\p{L}\\p{N}-])${escaped}-[\\p{L}\\p{N}]+(?:-\\d+)*`, 'giu')) ?? [];
  return [...new Set(found.map((id) => id.toLowerCase()))];
}

/** A year in four digits, or "last year" and "this year" by the clock. */
export function findYear(text: string, now: Date, timezone: string): number | undefined {
  const written = /(?<![\d.,-])(?:19|20)\d\d(?![\d.,]*\d|[%k])/.exec(westernDigits(text))?.[0];
  if (written) return Number(written);
  const words = normalizedWords(text);
  const { year } = zonedTime(now, timezone);
  if (hasPhrase(words, ['last year', 'العام الماضي', 'السنة الماضية', 'العام السابق'])) return year - 1;
  return hasPhrase(words, ['this year', 'هذا العام', 'هذه السنة', 'العام الحالي']) ? year : undefined;
}
