import { anySpelling } from '#text';
import { type OfflineRoutine } from '#pack-kit';

const ADDRESS = anySpelling(
  /\b(?:your|the) (?:office|agency)\b[,:]? *where\b|\bwhere(?:['’]?s| is| are| can (?:i|we) find)? (?:you|your (?:office|agency|branch|shop)s?|the (?:office|agency)|(?:you|your office) (?:located|based))\b(?! (?:homes|listings|properties))|\b(?:your|the) (?:office(?:['’]s)?|agency(?:['’]s)?) (?:address|location)\b|\b(?:address|location) of (?:your|the) (?:office|agency|branch)\b|\b(?:do|have) you (?:have|got)? ?(?:an?|any) (?:office|branch)\b|\bwhere (?:are|is) (?:you|the office|your office) (?:located|based|situated)\b|(?:أين|وين|فين) (?:هو |يقع |موقع )?(?:ال)?(?:مكتب|مكتبكم|مقركم|مقر|فرعكم|وكالتكم)|(?:عنوان|موقع) (?:ال)?(?:مكتب|مكتبكم|الوكالة)|(?:أين|وين) أنتم\s*[؟?]*$|هل (?:لديكم|عندكم) (?:مكتب|فرع)/iu,
);
const OPENING = anySpelling(
  /\b(?:opening|office|working|business) (?:hours|times)\b|\b(?:when|what time|what hours|which days|until when|how late)\b.*\b(?:you|office|agency)\b(?: \w+)? (?:open|close|opens|closes|closed)\b|\b(?:are you|is the (?:office|agency)) (?:open|closed)\b|(?:متى|أي ساعة|كم الساعة|وقت) (?:تفتحون|تغلقون|يفتح|يغلق|تسكرون|تفتح|دوامكم)|(?:ساعات|أوقات|مواعيد) (?:العمل|الدوام|عمل(?:كم)?|دوامكم)|دوامكم|هل (?:تفتحون|المكتب مفتوح)/iu,
);
const CONTACT = anySpelling(
  /\b(?:your|the office(?:['’]s)?) (?:phone|telephone|number|phone number|e-?mail|mail address|e-?mail address|whatsapp|website)\b|\bhow (?:can|do|could) (?:i|we) (?:reach|contact|call|get (?:hold of|in touch with)) (?:you|the office|the agency)\b|(?:رقمكم|هاتفكم|بريدكم|ايميلكم|رقم (?:هاتف )?المكتب|هاتف المكتب)|كيف (?:أتواصل|نتواصل|أتصل|نتصل) (?:معكم|بكم|بالمكتب|مع المكتب)/iu,
);

/** What the office takes for its work. */
const FEES = anySpelling(
  /\bcommissions?\b|\b(?:your|the|any|agency|agents?|agent['’]s|broker(?:age|s|['’]s)?|finders?) (?:agency |service |agent['’]?s? )?(?:fees?|charges?|cut|percentage)\b|\b(?:what|how much|do|does) (?:do |does |will |would )?(?:you|the (?:office|agency|agents?)|your (?:office|agency))(?: guys)? (?:charge|take|cost|get paid)\b|\bwho pays (?:you|the (?:agent|agency|fees?))\b|(?<!\p{L})(?:ال|لل)?(?:عمولة|عمولتكم|عمولتك|عمولات|سمسرة|أتعاب|أتعابكم|نسبتكم|سعي)(?!\p{L})|(?:رسوم|أجور|نسبة) (?:ال)?(?:مكتب|مكتبكم|وكالة|وكيل|وسيط|خدمة|خدمتكم)|(?:كم|ماذا) (?:تأخذون|تتقاضون|تتقاضى|تأخذ)(?!\p{L})/iu,
);
/** A deal has a commission of its own, and a fee in a contract is no question. */
const OF_A_DEAL = anySpelling(
  /\b(?:deal|contract|offer|invoice)\b|\bprop-\d+|\b(?:draft|write|log|note|mail|calculate)\b|صفقة|عقد|اكتب|سجل|احسب/iu,
);

const HOURS = {
  en: 'The office is open Monday to Friday 9:00 to 18:00 and Saturday 10:00 to 14:00.',
  ar: 'المكتب مفتوح من الاثنين إلى الجمعة 9:00–18:00 والسبت 10:00–14:00.',
};
const UNKNOWN = {
  en: {
    address: 'I do not know the address of the office.',
    contact: 'I do not know the phone number or the e-mail address of the office.',
    fees: 'I do not know what the office charges: its commission and fees are on no record of mine, and the office tells you.',
  },
  ar: {
    address: 'لا أعرف عنوان المكتب.',
    contact: 'لا أعرف رقم هاتف المكتب أو بريده.',
    fees: 'لا أعرف ما يتقاضاه المكتب: العمولة والأتعاب ليست في سجلاتي، ويخبرك بها المكتب.',
  },
};
const PERSON = {
  en: 'Say that you would like to speak with a person, and I leave them a note to get in touch with you.',
  ar: 'اكتب أنك تريد التحدث إلى شخص، فأترك للمكتب ملاحظة ليتواصل معك.',
};

/** Where the office is, how to reach it and what it charges is on no record; its hours are those in which homes are shown. */
export const officeQuestions: OfflineRoutine = ({ message, calls, byStaff }) => {
  const { text } = message;
  if (calls.length > 0) return undefined;
  const [address, opening, contact] = [ADDRESS, OPENING, CONTACT].map((asked) => asked.test(text));
  const fees = !byStaff && FEES.test(text) && !OF_A_DEAL.test(text);
  if (!address && !opening && !contact && !fees) return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const lines = [
    address ? UNKNOWN[language].address : '',
    contact ? UNKNOWN[language].contact : '',
    opening || address ? HOURS[language] : '',
    fees ? UNKNOWN[language].fees : '',
    address || contact || fees ? PERSON[language] : '',
  ];
  return { reply: lines.filter(Boolean).join(' ') };
};
