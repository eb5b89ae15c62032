import type { OfflineToolHints } from '#pack-kit';
import { wordsFor } from './wording.ts';

interface Help {
  years?: { from: number; to: number };
  missingSettings?: string[];
}

/** The text of a failure: in Arabic, and in English if the tool's own message is not sufficient. */
export const failure: NonNullable<OfflineToolHints['failure']> = (failed, _input, message) => {
  const { years, missingSettings = [] } = (failed.data ?? {}) as Help;
  const isArabic = message.language === 'ar';
  if (years) {
    const { count } = wordsFor(message, isArabic ? 'ar' : 'en');
    const [from, to] = [years.from, years.to].map((year) => count(year).replaceAll(/[,٬]/g, ''));
    return isArabic
      ? `تغطي البيانات السنوات من ${from} إلى ${to} فقط. اختر سنة منها.`
      : `The data covers the years ${from} to ${to} only. Please choose one of them.`;
  }
  switch (failed.errorClass) {
    case 'NOT_CONFIGURED':
      return isArabic
        ? `خدمة بيانات العقارات غير مهيأة، لذلك لا أستطيع إعطاء أي رقم. الإعداد المطلوب: ${missingSettings.join('، ')}.`
        : undefined;
    case 'UPSTREAM_REJECTED':
      return isArabic
        ? 'عذرا، لا تجيب خدمة بيانات العقارات كما ينبغي الآن، لذلك لا أستطيع إعطاء أي رقم. حاول مرة أخرى لاحقا.'
        : `I am sorry: ${failed.error ?? 'the property data service failed.'} So I cannot give you a figure now; please try again later.`;
    case 'UPSTREAM_ERROR':
    case 'UPSTREAM_UNAVAILABLE':
    case 'RATE_LIMITED':
    case 'TIMEOUT':
      return isArabic
        ? 'عذرا، لا يمكن الوصول إلى بيانات العقارات الآن، لذلك لا أستطيع إعطاء أي رقم. اسألني مرة أخرى بعد دقيقة.'
        : 'I am sorry: the property data is not reachable just now, so I cannot give you a figure. Please ask again in a minute.';
    default:
      return undefined;
  }
};
