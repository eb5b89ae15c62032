import type { OfflineRoutine } from '#tools';
import { findPlaces } from '../places/find-places.ts';
import { namesAmount, speaksOf } from '../tools/requests.ts';

/** Of all areas the cheapest: no tool ranks by price, and none shall be taken for one that does. */
export const noPriceRanking: OfflineRoutine = ({ message, calls }) => {
  const { text, language } = message;
  if (calls.length > 0 || !speaksOf(text, 'dear')) return undefined;
  if (namesAmount(text) || findPlaces(text).some(({ places }) => places[0]?.type !== 'municipality'))
    return undefined;
  return {
    reply:
      language === 'ar'
        ? 'لا أرتب المناطق حسب السعر. أستطيع أن أقارن بين منطقتين أو أكثر، مثلا «أيهما أغلى، ياس أم السعديات؟»، أو أن أعرض أرخص الوحدات للإيجار ضمن ميزانية سنوية، مثلا «شقة بغرفة نوم بميزانية 60 ألف».'
        : 'I cannot rank areas by price. I can compare two to five districts, for example “Is Yas more expensive than Saadiyat?”, or list the cheapest homes to rent within a yearly budget, for example “one bedroom up to 60k”.',
  };
};
