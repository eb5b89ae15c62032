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

const MOST_HOMES =
  /\b(?:most|fewest|least|biggest|largest|highest)\b.*\b(?:homes|houses|flats|apartments|villas|units|stock|supply)\b|(?:اكثر|اكبر|اقل|اعلي) .*(?:وحدات|شقق|فلل|بيوت|معروض|مخزون)/;
const SOLD = /\b(?:sold|sales?|sell\w*|deals?|transactions?|rent\w*)\b|بيع|مبيع|باع|صفق|معامل|ايجار/;

/** The stock is known of one district at a time. */
export const noStockRanking: OfflineRoutine = ({ message, calls }) => {
  const { text, normalized, language } = message;
  if (calls.length > 0 || !MOST_HOMES.test(normalized) || SOLD.test(normalized)) return undefined;
  if (findPlaces(text).some(({ places }) => places[0]?.type !== 'municipality')) return undefined;
  return {
    reply:
      language === 'ar'
        ? 'لا أرتب المناطق حسب المعروض السكني. أستطيع أن أذكر ما في كل منطقة تسميها، مثلا «المعروض في ياس والسعديات»، أو أن أرتب المناطق حسب المبيعات.'
        : 'I cannot rank areas by their housing stock. Name two to four districts and I tell what each has, for example “supply of Yas and Saadiyat”; by sales I can rank them all.',
  };
};
