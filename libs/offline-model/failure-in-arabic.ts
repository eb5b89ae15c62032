import type { ToolErrorClass } from '#contracts';

/**
 * What a failure means to a person who reads Arabic: tools word theirs in English. Of services that are away there is a
 * phrase for either language.
 */
const MEANINGS: Partial<Record<ToolErrorClass, string>> = {
  VALIDATION_FAILED: 'لم أستطع تنفيذ ذلك بالتفاصيل التي لدي. هل يمكنك صياغته بطريقة أخرى؟',
  NOT_FOUND: 'لم أجد ما تقصده.',
  FORBIDDEN: 'ليس مسموحا لي بذلك هنا.',
  CONFLICT: 'لم ينفذ ذلك، لأنه يتعارض مع ما هو مسجل الآن. راجعه ثم اطلبه مرة أخرى.',
  PRECONDITION_FAILED: 'لا يمكن تنفيذ ذلك بعد، إذ ينقص شيء قبله.',
  LIMIT_EXCEEDED: 'هذا أكثر مما هو مسموح به هنا. جرب ما هو أقل.',
  UPSTREAM_REJECTED: 'لم تقبل الخدمة التي أحتاج إليها ذلك، فلم ينفذ.',
  INTERNAL: 'حدث خلل لدينا، فلم أستطع ذلك. حاول مرة أخرى لاحقا.',
};
const UNKNOWN = 'لم أستطع ذلك. حاول مرة أخرى من فضلك.';

export function failureInArabic(errorClass: ToolErrorClass | undefined): string {
  return (errorClass && MEANINGS[errorClass]) ?? UNKNOWN;
}

/** Whether words of a tool can stand in a reply in a language: Arabic ones with names and numbers beside them, no English ones. */
export function readsIn(language: string, words: string): boolean {
  return language !== 'ar' || /\p{Script=Arabic}/u.test(words) || !/\p{Script=Latin}{2}/u.test(words);
}
