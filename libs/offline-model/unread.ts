import type { AttachedContent } from '#pack-kit';
import { phrasesIn } from './phrases.ts';

/** Why an attachment could not be had, as the turn names it, each with words for whoever attached it. */
const REASONS: [problem: RegExp, en: string, ar: string][] = [
  [
    /public internet/,
    'its address is not on the public internet, and only public addresses are fetched',
    'عنوانه ليس على الإنترنت العام، ولا تجلب إلا العناوين العامة',
  ],
  [/did not answer within/, 'its server did not answer in time', 'لم يجب خادمه في الوقت المحدد'],
  [/cannot be reached/, 'its server cannot be reached', 'تعذر الوصول إلى خادمه'],
  [/status (?:404|410)/, 'there is nothing at its address', 'لا يوجد شيء على عنوانه'],
  [/status \d/, 'its server did not hand it out', 'لم يسلمه خادمه'],
  [/is larger than|at most \d+ bytes|unfolds to more/, 'it is too large', 'حجمه أكبر مما يقرأ'],
  [/has to be one of/, 'files of that kind are not taken', 'هذا النوع من الملفات غير مقبول'],
  [/is empty/, 'it is empty', 'هو فارغ'],
  [/protected by a password/, 'it is protected by a password', 'هو محمي بكلمة مرور'],
  [/is damaged/, 'it is damaged', 'هو تالف'],
  [/has no text/, 'it has no text, only pictures', 'لا نص فيه، بل صور فقط'],
  [/takes too long/, 'reading it takes too long', 'تستغرق قراءته وقتا طويلا'],
  [/no longer there/, 'it is no longer there', 'لم يعد موجودا'],
];

/** Nothing here looks into what is attached to a message, and whoever attached it has to know; of what could not be had, why. */
export function withUnread(text: string, attached: readonly AttachedContent[], language: string): string {
  const arabic = language === 'ar';
  const failed = attached.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ name, problem }]));
  const lines = failed.map(({ name, problem }) => {
    const reason = REASONS.find(([of]) => of.test(problem))?.[arabic ? 2 : 1];
    const because = reason === undefined ? '' : `: ${reason}`;
    return arabic ? `تعذرت قراءة «${name}»${because}.` : `“${name}” could not be read${because}.`;
  });
  const unread = failed.length < attached.length ? [phrasesIn(language).attachmentsUnread] : [];
  const said = [...lines, ...unread].join('\n');
  return [text, said].filter(Boolean).join('\n\n');
}
