import type { ToolErrorClass, ToolResult } from '#contracts';
import { nameOf } from './describe.ts';
import { phrasesIn } from './phrases.ts';

const MAX_SUGGESTIONS = 6;

/** Arabic sentences for failures. Tools provide English ones. */
const MEANINGS: Partial<Record<ToolErrorClass, string>> = {
  VALIDATION_FAILED: 'لم أستطع تنفيذ ذلك بالتفاصيل التي لدي. هل يمكنك صياغته بطريقة أخرى؟',
  NOT_FOUND: 'لم أجد ما تقصده.',
  FORBIDDEN: 'ليس مسموحا لي بذلك هنا.',
  CONFLICT: 'لم ينفذ ذلك، لأنه يتعارض مع ما هو مسجل الآن. راجعه ثم اطلبه مرة أخرى.',
  PRECONDITION_FAILED: 'لا يمكن تنفيذ ذلك بعد، إذ ينقص شيء قبله.',
  LIMIT_EXCEEDED: 'هذا أكثر مما هو مسموح به هنا. جرب ما هو أقل.',
  NOT_CONFIGURED: 'لا أستطيع ذلك هنا بعد، فهذه الخدمة غير مهيأة.',
  UPSTREAM_REJECTED: 'لم تقبل الخدمة التي أحتاج إليها ذلك، فلم ينفذ.',
  INTERNAL: 'حدث خلل لدينا، فلم أستطع ذلك. حاول مرة أخرى لاحقا.',
};
const UNKNOWN_AR = 'لم أستطع ذلك. حاول مرة أخرى من فضلك.';
const UNKNOWN_OUTCOME_AR = 'لم تجب الخدمة، فلا أعرف هل تم ذلك أم لا. تحقق منه قبل أن تطلبه مرة أخرى.';

/** Renders a failure, with the suggestions, missing details and settings of its result. */
export function wordFailure(result: ToolResult, language: string): string {
  const phrases = phrasesIn(language);
  const help = (typeof result.data === 'object' && result.data !== null ? result.data : {}) as Record<
    string,
    unknown
  >;
  const sentence = sentenceOf(result, help, language);
  const items = (value: unknown) =>
    (Array.isArray(value) ? value : [])
      .slice(0, MAX_SUGGESTIONS)
      .map(nameOf)
      .filter((name) => name !== '' && !sentence.includes(name));
  const settings = items(help['missingSettings']);
  const missing = items(help['missing']);
  const suggestions = items(help['suggestions']);
  return [
    sentence,
    ...(settings.length > 0 ? [phrases.settings(settings.join(', '))] : []),
    ...(missing.length > 0 ? [phrases.missing(missing.join(', '))] : []),
    ...(suggestions.length > 0 ? [phrases.suggestions(suggestions.join(', '))] : []),
  ].join(' ');
}

function sentenceOf(result: ToolResult, help: Record<string, unknown>, language: string): string {
  const phrases = phrasesIn(language);
  const isArabic = language === 'ar';
  if (result.errorClass === 'UPSTREAM_UNAVAILABLE' || result.errorClass === 'TIMEOUT') {
    if (help['outcome'] !== 'unknown') return phrases.notReachable;
    return isArabic ? UNKNOWN_OUTCOME_AR : phrases.failed(result.error ?? 'no answer');
  }
  if (!isArabic) return phrases.failed(result.error ?? 'no reason given');
  return (result.errorClass && MEANINGS[result.errorClass]) ?? UNKNOWN_AR;
}
