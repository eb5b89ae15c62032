/**
 * Where somebody takes back what was just said: "wait no, Thursday", "sorry, I mean 11", "لا قصدي الثلاثاء". "No more than"
 * sets a limit, and "rather than" has a phrase of its own.
 */
const CORRECTS =
  /(?:^|[\s,،.;!?؟…–—-])(?:wait,? no|no,? wait|oh no|no sorry|sorry,? no|no,? i mean(?:t)?|i mean(?:t)?|make that|sorry|scratch that|correction|or rather|rather(?!\s+than\b)|actually|no(?!\s+(?:more|less|fewer|later|earlier|longer|higher|lower)\b))(?:[\s,،.:…–—-]+|$)|(?:^|[\s,،.;!?؟…–—-])(?:(?:لا|عفوا|آسف|اسف|آسفة|اسفة)[\s,،.]+)?(?:[أا]?قصدي|[أا]قصد|قصدت|أعني|اعني|بل|عفوا|آسف|اسف|لا(?!\s+(?:[أا]كثر|[أا]قل|[يت]زيد|[يت]تجاوز|[يت]تعدى|[يت]قل|[يت]تأخر)))(?:[\s,،.:]+|$)/giu;

/** What a message says after it has corrected itself last, and what stands before; undefined where it does not. */
export function correctionIn(text: string): { before: string; after: string } | undefined {
  const last = [...text.matchAll(CORRECTS)].findLast(({ index, 0: words }) => {
    const before = text.slice(0, index).trim();
    return before !== '' && text.slice(index + words.length).trim() !== '';
  });
  if (!last) return undefined;
  return { before: text.slice(0, last.index), after: text.slice(last.index + last[0].length) };
}
