import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { numbersFor } from './wording.ts';

interface Help {
  years?: { from: number; to: number };
  missingSettings?: string[];
}

/** Words of failures in Arabic; English ones are those of the tools. */
export const failure: NonNullable<OfflineToolHints['failure']> = (failed, _input, message) => {
  const { years, missingSettings } = (failed.data ?? {}) as Help;
  const arabic = message.language === 'ar';
  if (years) return yearsCovered(years, message);
  switch (failed.errorClass) {
    case 'NOT_CONFIGURED': {
      if (!arabic) return undefined;
      const sentence = 'خدمة بيانات العقارات غير مهيأة، لذلك لا أستطيع إعطاء أي رقم.';
      return missingSettings ? `${sentence} الإعداد المطلوب: ${missingSettings.join('، ')}.` : sentence;
    }
    case 'UPSTREAM_REJECTED':
      return arabic
        ? 'عذرا، لا تجيب خدمة بيانات العقارات كما ينبغي الآن، لذلك لا أستطيع إعطاء أي رقم. حاول مرة أخرى لاحقا.'
        : `I am sorry: ${failed.error ?? 'the property data service failed.'} So I cannot give you a figure now; please try again later.`;
    // Why is in the trace: a visitor knows of no server.
    case 'UPSTREAM_ERROR':
    case 'UPSTREAM_UNAVAILABLE':
    case 'RATE_LIMITED':
    case 'TIMEOUT':
      return arabic
        ? 'عذرا، لا يمكن الوصول إلى بيانات العقارات الآن، لذلك لا أستطيع إعطاء أي رقم. اسألني مرة أخرى بعد دقيقة.'
        : 'I am sorry: the property data is not reachable just now, so I cannot give you a figure. Please ask again in a minute.';
    default:
      return undefined;
  }
};

export function yearsCovered({ from, to }: { from: number; to: number }, message: OfflineMessage): string {
  const n = numbersFor(message, message.language === 'ar' ? 'ar' : 'en');
  return message.language === 'ar'
    ? `تغطي البيانات السنوات من ${n.year(from)} إلى ${n.year(to)} فقط. اختر سنة منها.`
    : `The data covers the years ${from} to ${to} only. Please choose one of them.`;
}
