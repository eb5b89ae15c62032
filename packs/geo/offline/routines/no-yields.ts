import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { asksYield, FORECAST, goesOnBesidesYield, NO_YIELDS } from '../../tools/offline-hints.ts';
import { languageOf } from '../../tools/wording.ts';
import { YEARS } from '../../years.ts';

/** "Which area has the best rental yield?": that none is known comes first, then what there is of prices and rents. */
export const noYields: OfflineRoutine = ({ message, calls }) => {
  if (calls.length > 0 || !asksYield(message) || goesOnBesidesYield(message)) return undefined;
  const language = languageOf(message);
  const named = findPlaces(message.text).flatMap(({ places }) => places[0] ?? []);
  const names = named.map(({ nameEn, nameAr }) => ({ en: nameEn, ar: nameAr })[language]);
  return {
    reply: [
      NO_YIELDS[language],
      WHY[language],
      ...(FORECAST.test(message.normalized) ? [NO_ADVICE[language]] : []),
      CAN[language](names),
    ].join(' '),
  };
};

const WHY = {
  en: 'Prices and rents are not known of the same homes, so I can neither work one out nor rank areas by it.',
  ar: 'أسعار البيع والإيجارات ليست معروفة للوحدات نفسها، فلا أستطيع حسابه ولا ترتيب المناطق حسبه.',
};
const NO_ADVICE = {
  en: 'I give no investment advice.',
  ar: 'ولا أقدم نصائح استثمارية.',
};
const CAN = {
  en: (names: readonly string[], [place = 'Yas Island'] = names) =>
    `What I can tell of ${names.length === 0 ? 'each district' : names.join(' and ')}: what one sale cost on average, for example “average price in ${place} in ${YEARS.to}”, and the rents of homes that are on offer, for example “how much is the rent in ${place}?”.`,
  ar: (names: readonly string[], [place = 'جزيرة ياس'] = names) =>
    `ما أستطيع ذكره عن ${names.length === 0 ? 'كل منطقة' : names.join(' و')}: متوسط قيمة البيع، مثلا «متوسط سعر البيع في ${place} سنة ${YEARS.to}»، وإيجارات الوحدات المعروضة، مثلا «بكم الإيجار في ${place}؟».`,
};
