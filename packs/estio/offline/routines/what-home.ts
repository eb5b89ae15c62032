import type { OfflineRoutine } from '#pack-kit';

const OPENERS = String.raw`(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|so|well|ok|okay|please|yes|there) )*`;
const PEOPLE = String.raw`(?:(?:i|we|my (?:wife|husband|partner|family) and i)(?: m| am| are| re| d| have been| ve been)? )?`;
const SEEKS = String.raw`(?:(?:just|currently|now|only|also|really) )*(?:looking|searching|hunting|in search|in the market|interested|want|wants|need|would like|like|hoping|planning|trying|help me|can you help(?: me| us)?|could you help(?: me| us)?)(?: (?:for|of|in|to|find|buy|rent|get|purchase|finding|buying|renting|us|me))*`;
const HOME = String.raw`(?:a|an|some|my|our|the)?(?: (?:new|first|nice|good|own|suitable|right))*(?: ?)(?:home|house or flat|flat or house|place|property|properties|accommodation|somewhere|something|real estate)(?: (?:to live(?: in)?|to buy|to rent|for sale|for rent|for (?:me|us|my family|our family)|of (?:my|our) own|please|here|in cyprus|cyprus))*`;
const ENGLISH = new RegExp(`^${OPENERS}${PEOPLE}${SEEKS} ?${HOME}$`);
const ARABIC =
  /^(?:(?:مرحبا|اهلا|السلام عليكم|سلام|هلا|انا|نحن|احنا|لو سمحت|من فضلك) )*(?:ابحث|نبحث|ادور|ندور|اريد|نريد|ابغي|ابغا|ابي|نبي|بدي|بدنا|احتاج|نحتاج|محتاج|محتاجين|حاب|حابب|ودي|ارغب|نرغب|مهتم|مهتمه|افكر|ساعدني|هل تساعدني)(?: (?:عن|علي|في|ب|ان|اشتري|نشتري|شرا|بشرا|استاجر|نستاجر|استيجار|باستيجار|ايجاد))* ?[بل]?(?:بيت|منزل|سكن|عقار|مسكن|مكان|دار|شي)ا?(?: (?:للبيع|للشرا|للايجار|للسكن|جديد|مناسب|لي|لنا|لعايلتي|في قبرص|قبرص|من فضلك|لو سمحت))*$/;

/** "I'm looking for a home" names nothing to search by, and is nothing to note: what a search takes is asked for. */
export const whatHome: OfflineRoutine = ({ message, calls }) => {
  const { normalized, language } = message;
  if (calls.length > 0 || !(ENGLISH.test(normalized) || ARABIC.test(normalized))) return undefined;
  const rents = /\brent(?:ing)?\b|ايجار|استاجر|استيجار/.test(normalized);
  const buys = /\b(?:buy(?:ing)?|purchase|sale)\b|شرا(?: |$)|اشتري|نشتري|للبيع/.test(normalized);
  return {
    reply:
      language === 'ar'
        ? `بكل سرور. في أي منطقة من قبرص${rents || buys ? '' : '، للشراء أم للإيجار'}، وبأي سعر كحد أقصى؟ مثلا «شقة بغرفتين ${rents ? 'للإيجار في لارنكا حتى 1200' : 'للبيع في بافوس بحدود 200 ألف'}».`
        : `Gladly. Where in Cyprus${rents || buys ? '' : ', to buy or to rent'}, and up to what price? For example “two-bedroom flat ${rents ? 'to rent in Larnaca up to 1,200' : 'in Paphos under 200k'}”.`,
  };
};
