const BETWEEN = String.raw`(?:(?:you|please|ever|want|need|like|wish|write|draft|prepare|make|give|send|show|create|generate|do|have|get|me|us|to|for|any|a|an|the|another|more|yet|now) )*`;
const BETWEEN_AR = String.raw`(?:(?:[أانتي]?ريد|بدي|ابغي|ابي|[انت]?حتاج|داعي|[تيان]?كتب|[تيان]?عمل|[تيان]?جهز|[تيان]?عد|[تيان]?رسل|[تيان]?عطني|لي|لنا|الي|ل|اي|ان) )*`;

/**
 * A reader of whether a message declines something: "don't write a memo", "no memo please", "لا أريد مذكرة".
 *
 * @param what alternatives of a pattern, of normalized words.
 */
export function declining(what: string): (normalized: string) => boolean {
  const [en, ar] = [
    String.raw`(?<!\b(?:why|can|could|would) )\b(?:don t|dont|do not|no need (?:for|to)|never|without|no|not|stop) ${BETWEEN}(?:${what})`,
    String.raw`(?<!\p{L})(?:لا|ما|مو|مش|مب|بدون|من دون|من غير|بلا|بلاش) ${BETWEEN_AR}(?:ال|ل)?(?:${what})`,
  ];
  const declined = new RegExp(`${en}|${ar}`, 'u');
  return (normalized) => declined.test(normalized);
}
