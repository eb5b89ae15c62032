import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { namesAmount, speaksOf } from '../../tools/requests.ts';

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

const RANKS =
  /\b(?:rank\w*|top|most|best|highest|biggest|largest|leading|fewest|least|worst|lowest|order|sort)\b|(?:^| )(?:رتب|ترتيب|اكثر|الاكثر|اعلي|افضل|اكبر|اقل|اسوا)(?: |$)/;
const PROJECTS =
  /\b(?:projects?|developers?|developments?|buildings?|towers?|compounds?)\b|(?:^| )(?:ال)?(?:مشروع|مشاريع|مطور|مطورين|ابراج|مباني|مجمعات)(?: |$)/;

/** Sales are added up by district and municipality; of projects and developers there is no such figure. */
export const noProjectRanking: OfflineRoutine = ({ message, calls }) => {
  const { normalized, language } = message;
  if (calls.length > 0 || !PROJECTS.test(normalized) || !RANKS.test(normalized)) return undefined;
  return {
    reply:
      language === 'ar'
        ? 'لا أرتب المشاريع أو المطورين، فالأرقام حسب المنطقة والبلدية. أستطيع أن أرتب مناطق بلدية حسب المبيعات، مثلا «أعلى المناطق مبيعا في أبوظبي»، أو أن أقارن بين منطقتين.'
        : 'I cannot rank projects, buildings or developers: figures are added up by district and municipality. I can rank the districts of a municipality by sales, for example “top districts in Abu Dhabi”, or compare two districts.',
  };
};

const GREW =
  /\b(?:grow|grew|grown|growing|growth|fastest|rises?|rose|risen|rising|fell|fallen|increased?|increasing|declined?|dropped|(?:go|goes|going|went|gone|shot) (?:up|down)|climb(?:ed|ing)?|jumped)\b|(?:^| )(?:نمت|نما|نمو|النمو|نموا|ارتفعت|ارتفاعا|زادت|زياده|انخفضت|انخفاضا|نزلت|صعدت|تراجعت|تطورت)(?: |$)/;
const OF_MANY =
  /\b(?:districts|areas|municipalities|communities|places|regions|neighbou?rhoods)\b|\b(?:which|what) (?:one|of (?:them|these|those)|district|area|municipality|community|place)\b|(?:^| )(?:ال)?(?:مناطق|احيا|بلديات)(?: |$)|(?:^| )(?:اي|ايها) (?:منطقه|حي|بلديه|منها)(?: |$)/;

/** "Where did prices rise most?" is of all districts, too. */
const WHERE_MOST =
  /\bwhere\b.*\b(?:most|fastest|least|more|strongest|quickest)\b|(?:^| )و?(?:اين|وين|فين) .*(?:اكثر|اسرع|اقل|اعلي|الاكثر)(?: |$)/;

/** How districts have grown is known of each that is named, and no tool ranks all by it. */
export const noGrowthRanking: OfflineRoutine = ({ message, calls }) => {
  const { text, normalized, language } = message;
  if (calls.length > 0 || !GREW.test(normalized)) return undefined;
  if (!OF_MANY.test(normalized) && !WHERE_MOST.test(normalized)) return undefined;
  if (findPlaces(text).some(({ places }) => places[0]?.type !== 'municipality')) return undefined;
  return {
    reply:
      language === 'ar'
        ? 'لا أرتب المناطق حسب النمو، لا في الأسعار ولا في المبيعات. سم منطقة وسنوات فأذكر تغيرها مع متوسط السعر، مثلا «مبيعات ياس من 2022 إلى 2024»، أو اطلب ترتيب المناطق حسب المبيعات في سنة بعينها.'
        : 'I cannot rank districts by their growth, neither in prices nor in sales. Name one with the years and I tell how it and its average price changed, for example “sales of Yas from 2022 to 2024”, or ask for the top districts of a single year.',
  };
};
