import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { languageOf } from '../../tools/wording.ts';
import { YEARS } from '../../years.ts';

const HELD = String.raw`(?:data ?sets?|data|databases?|statistics|stats|figures|numbers|indicators|information|layers|tables)`;
const HELD_ARABIC = String.raw`(?:ال)?(?:بيانات|داتا|احصاءات|احصاييات|معلومات|ارقام|موشرات)`;
/** What there is, and not what it says of something. */
const ASKS_WHAT_THERE_IS = new RegExp(
  String.raw`^(?:(?:and|so|ok|okay|hi|hello|please) )*(?:(?:what|which)(?: (?:all|other|else|kinds?|sorts?|types?|of|the|your|market|open|real|estate|property))* ${HELD} (?:(?:are|is) (?:there|available|covered|in (?:here|there)|here)|(?:do|can|have) (?:you|i|we)(?: (?:have|hold|got|offer|know|cover|use|get|ask|ask for|find|see|give me))?(?: (?:here|about|on|for|access to))?|exists?|(?:does|do) (?:this|it|that) (?:have|cover|hold))(?: (?:here|available|in total|for me))?|(?:what|which)(?: (?:is|s|are))? (?:in )?(?:the|your) ${HELD}(?: (?:about|cover|contain))?|what (?:do|does) (?:the|your) ${HELD} (?:cover|contain|include|hold|have|consist of)|(?:(?:can you|could you) )?(?:list|show|name|tell me|give me)(?: (?:me|us|all|the|your|a|list|of|available|which|what|about))* ${HELD}(?: (?:there (?:are|is)|you have|available|that you have))?)$|^(?:و)?(?:ما|ماهي|ماذا|اي|ايش|وش|شو|اعرض|اذكر|قايمه)(?: (?:هي|هو|لي|انواع|نوع|كل|جميع|مجموعات))* ${HELD_ARABIC}(?: (?:التي|اللي|الموجوده|المتوفره|المتاحه|متوفره|متاحه|موجوده|لديك|لديكم|عندك|عندكم|تملكها|هنا|تغطيها|تعرفها|يمكنني|السوال|عنها))*$`,
  'u',
);

/** "Which datasets are there?": the kinds of figures, with the years and the places that they are known for. */
export const whatData: OfflineRoutine = ({ message, calls, smallTalk }) => {
  const { text, normalized } = message;
  if (smallTalk === 'help' && calls.length === 0) return { reply: CAN_DO[languageOf(message)] };
  if (calls.length > 0 || findPlaces(text).length > 0 || !ASKS_WHAT_THERE_IS.test(normalized))
    return undefined;
  return { reply: HOLDS[languageOf(message)] };
};

const HOLDS = {
  en: [
    'Four kinds of figures are here:',
    `- Sales, ${YEARS.from} to ${YEARS.to}, year by year: what was sold, how often and for how much on average, by district and by municipality.`,
    `- Housing stock by district, for the latest year: existing homes, those under construction and those available.`,
    '- Homes to rent: single homes with type, bedrooms, size and yearly rent, within a budget.',
    '- Places: municipalities, districts, communities and projects, and where they lie.',
    'They cover the emirate of Abu Dhabi: districts of Abu Dhabi City, Al Ain and Al Dhafra. Ask me for the list of districts.',
  ].join('\n'),
  ar: [
    'هنا أربعة أنواع من البيانات:',
    `- المبيعات من ${YEARS.from} إلى ${YEARS.to} سنة بسنة: القيمة وعدد المعاملات والمتوسط، حسب المنطقة والبلدية.`,
    '- المعروض السكني حسب المنطقة لأحدث سنة: الوحدات القائمة وقيد الإنشاء والمتاحة.',
    '- وحدات للإيجار: النوع وعدد الغرف والمساحة والإيجار السنوي، ضمن ميزانية.',
    '- الأماكن: البلديات والمناطق والمجتمعات والمشاريع ومواقعها.',
    'وهي تغطي إمارة أبوظبي: مناطق مدينة أبوظبي والعين والظفرة. اسألني عن قائمة المناطق.',
  ].join('\n'),
};

/** "Are you a robot, what can you do?" */
const CAN_DO = {
  en: `I am an assistant program. I tell figures of the property market of Abu Dhabi: sales by district and year (${YEARS.from} to ${YEARS.to}), comparisons of districts, the housing stock, and homes to rent within a budget. Ask for example “Is Yas more expensive than Saadiyat?” or “top districts in Al Ain”.`,
  ar: `أنا برنامج مساعد أذكر أرقام سوق العقارات في أبوظبي: المبيعات حسب المنطقة والسنة (من ${YEARS.from} إلى ${YEARS.to})، والمقارنة بين المناطق، والمعروض السكني، ووحدات للإيجار ضمن ميزانية. اسأل مثلا «أيهما أغلى، ياس أم السعديات؟» أو «أعلى المناطق مبيعا في العين».`,
};
