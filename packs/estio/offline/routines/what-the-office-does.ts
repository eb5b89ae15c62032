import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { notOnRecord } from '../not-on-record.ts';
import { districts, namesPlace } from '../../places.ts';
import { placeName } from '../../wording.ts';

/** A home of one's own: "do you sell a villa?" looks for one. */
const SELLS = anySpelling(
  /\b(?:sell|selling|let out) (?:my|our)\b|\b(?:i|we)(?: (?:\w+ ){0,4}(?:sell|let out)|(?: am|['’]m| are|['’]re)(?: \w+)? selling) (?:a|an|the|this)\b|\blist (?:my|our) (?:own )?(?:flat|apartment|house|villa|home|property|place|land|plot)\b|\b(?:my|our) (?:flat|apartment|house|villa|home|property|place) (?:for sale|to be sold)\b|(?:أبيع|بيع|أعرض|تأجير) (?:بيتي|شقتي|منزلي|عقاري|فيلتي|أرضي)/iu,
);
const INCOME = /\b(?:salary|income|wages?|earn|earning)\b|راتب|دخل/iu;
const BORROWS = /\b(?:mortgage|loan|afford|borrow|bank)\b|قرض|تمويل|بنك/iu;

/** Owners who want to sell are the office's, and what a bank lends upon an income is the bank's. */
export const ownersAndBanks: OfflineRoutine = ({ message, calls }) => {
  const { text, language } = message;
  if (calls.length > 0) return undefined;
  const arabic = language === 'ar';
  if (SELLS.test(text))
    return {
      reply: arabic
        ? 'أبحث عن عقارات لمن يشتري أو يستأجر، أما البيع فيتولاه المكتب. اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.'
        : 'I find homes for those who buy or rent; a sale is taken up by the office. Say that you would like to speak with a person, and I leave them a note.',
    };
  if (INCOME.test(text) && BORROWS.test(text))
    return {
      reply: arabic
        ? 'ما يقرضه البنك حسب الدخل يقرره البنك. أستطيع أن أحسب القسط الشهري لسعر ما: ما السعر، أو أي عقار؟'
        : 'What a bank lends on an income is for the bank to say. I can work out the monthly instalment for a price, for example “monthly instalment on 250k over 25 years”.',
    };
  return undefined;
};

const CHANGES_A_VIEWING = anySpelling(
  /\b(?:cancel(?:l?ing|led)?|call(?:ing)? off|reschedul\w*|postpon\w*|move|change|delay|push back|undo|drop)(?:\s+(?!(?:to|by|in|into|at|from|with|and|or|then|before|after|until|while|when|if)\b)[\p{L}\p{N}'’-]+){0,4}?\s+(?:viewings?|appointments?|visits?|bookings?|slots?)\b(?!\s+(?:systems?|fees?|rules?|polic\w+|apps?|pages?|offices?|calendars?)\b)|\bcan(?:'|’)?t (?:make it|come) (?:to|for) (?:the|my|our) (?:viewing|appointment|visit)\b|(?:إلغاء|ألغي|ألغوا|الغ|ألغ|تأجيل|أؤجل|(?<!من )(?<!\p{L})و?أجل|أجلوا|نقل|تغيير|غيروا|تعديل)(?: (?!(?:ال)?(?:ملكية|سند))\S+){0,2} (?:ال)?(?:معاينة|معاينتي|معاينتنا|موعد|موعدي|زيارة|زيارتي|حجز|حجزي)/iu,
);

/** Right behind a booking, "change it to 11" is of the viewing. */
const CHANGES_IT = anySpelling(
  /\b(?:cancel|change|move|shift|reschedule|postpone|delay|undo) (?:it|that|this|mine|ours)\b|\bcan(?:'|’)?t (?:make it|come)\b|\bmake (?:it|that) (?:(?:on|at|for) )?(?:\d|mon|tue|wed|thu|fri|sat|sun|tomorrow|later|earlier)|(?<!\p{L})و?(?:ألغ\p{L}*|أجل(?:ه|ها|وه|وها)|غير(?:ه|ها|وه|وها)|انقل(?:ه|ها)|قدم(?:ه|ها)|أخر(?:ه|ها))(?!\p{L})/iu,
);

/** A viewing that is booked is cancelled and moved by the office. */
export const bookingsAreChangedByTheOffice: OfflineRoutine = ({ message, calls, byStaff, lastCalls }) => {
  const isBooked = lastCalls.some(({ tool, result }) => tool === 'schedule_viewing' && result?.success);
  const changes = CHANGES_A_VIEWING.test(message.text) || (isBooked && CHANGES_IT.test(message.text));
  if (calls.length > 0 || byStaff || !changes) return undefined;
  return {
    reply:
      message.language === 'ar'
        ? 'إلغاء المعاينات وتغيير مواعيدها يتولاه المكتب، ولم يتغير شيء بعد. اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.'
        : 'Viewings are cancelled and moved by the office; nothing is changed yet. Say that you would like to speak with a person, and I leave them a note.',
  };
};

const WANTS_PAPERS = anySpelling(
  /\b(?:prepare|draw up|draft|make|write|generate|create|send|get|need|want|do)\b[^.?!]{0,60}\b(?:contracts?|agreement|lease|paperwork|signature)\b|\bsign (?:it|this|that|now|online|today)\b|(?:جهز|أعد|حضر|اكتب|أرسل|ابعث|أريد|نريد)\p{L}*[^.?!؟]{0,60}(?:عقد|اتفاقية|للتوقيع|توقيع)/iu,
);
const MAKES_AN_OFFER = anySpelling(
  /\b(?:send|put|make|submit|place|give)\b[^.?!]{0,40}\b(?:counter-?)?(?:offer|bid)\b(?! (?:homes|flats|apartments|villas|houses)\b)|\b(?:(?:can|could|may|should) (?:i|we)|(?:want|would like) to) offer (?:(?:them|him|her|the (?:owner|seller)) )?(?:less|[€$£]?\d{3}|[€$£]?\d+ ?k)|(?:قدم|أقدم|نقدم|أرسل)\p{L}*[^.?!؟]{0,40}(?<!\p{L})(?:عرضا|عرض سعر|عرضي)(?!\p{L})/iu,
);

/** Contracts and offers go through somebody of the office; a contact is told so instead of being shown more homes. */
export const papersAndOffersAreTheOffices: OfflineRoutine = ({ message, calls, byStaff }) => {
  if (calls.length > 0 || byStaff) return undefined;
  const { text, language } = message;
  if (WANTS_PAPERS.test(text))
    return {
      reply:
        language === 'ar'
          ? 'العقود وتوقيعها يعدها المكتب معك، ولم يُعد شيء ولم يُرسل بعد. اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.'
          : 'Contracts and signatures are prepared with you by the office; nothing has been prepared or sent yet. Say that you would like to speak with a person, and I leave them a note.',
    };
  if (MAKES_AN_OFFER.test(text))
    return {
      reply:
        language === 'ar'
          ? 'العروض ينقلها المكتب إلى المالك، ولم يُرسل شيء بعد. اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة بالمبلغ والعقار.'
          : 'Offers are put to the owner by the office; nothing has been sent yet. Say that you would like to speak with a person, and I leave them a note with the sum and the property.',
    };
  return undefined;
};

const AREAS = anySpelling(
  /\b(?:which|what) (?:areas?|places?|towns?|cities|districts?|regions?|parts)(?: of (?:cyprus|the (?:island|country|coast)))?(?: (?:(?:\w+ ){0,2}you (?:\w+ ){0,2}?(?:cover|have|offer|work|serve|operate|sell|know|search|look|list|got)\b(?! to\b)|have (?:homes|flats|apartments|villas|houses|properties|listings)\b|are there\s*[?.!]*$)|\s*\?*$)|\bwhere (?:do you (?:have|work|operate)|are your (?:homes|properties|listings))\b|(?:ما|أي|وش|شو)(?: هي)? (?:المناطق|مناطق|المدن|مدن)(?:\s*[؟?]*$|(?: (?:التي|اللي|لديكم|عندكم))* (?:تغط|تعمل|تعرض|تبيع|توجد|متاح|متوفر|لديكم|عندكم|فيها))|في أي (?:مناطق|مدن|منطقة|مدينة)(?: \S+){0,2} (?:تعمل|تعرض|تبيع|توجد|لديكم|عندكم|عقارات)/iu,
);

/** The districts of which there are listings. */
export const areasCovered: OfflineRoutine = ({ message, calls }) => {
  const words = normalizedWords(message.text);
  if (calls.length > 0 || words.length > 10 || !AREAS.test(message.text) || namesPlace(words))
    return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const names = districts.map(({ name }) => placeName(name, language)).join({ en: ', ', ar: '، ' }[language]);
  return {
    reply:
      language === 'ar'
        ? `أبحث في هذه المناطق من قبرص وأحيائها: ${names}. في أيها؟`
        : `I look in these districts of Cyprus and their areas: ${names}. In which of them?`,
  };
};

const IDENTITY = anySpelling(
  /\b(?:passport|identity|identification|id)(?: card)?(?: (?:number|no\.?))?\b.*\d{4}|\b[A-Z]{1,2}\d{6,}\b|(?:جواز|هوية).*\d{4}/iu,
);

/** Numbers of papers are for the record of a person, not for a conversation. */
export const papersAreForTheRecord: OfflineRoutine = ({ message, calls, nothingFits }) => {
  if (!nothingFits || calls.some(({ tool }) => tool !== 'tool_search') || !IDENTITY.test(message.text))
    return undefined;
  return {
    reply:
      message.language === 'ar'
        ? 'لا أحفظ أرقام الهوية والجوازات من المحادثة. أدخلوها مع العنوان في سجل الشخص لدى المكتب، ثم اطلب العقد مرة أخرى.'
        : 'I do not keep identity or passport numbers out of a conversation. Put them, with the address, on the person’s record in the office, then ask me for the contract again.',
  };
};

const FACT_OF_A_HOME = anySpelling(
  /\b(?:pool|parking|garage|garden|balcony|terrace|lift|elevator|furnished|pets?|storage|fireplace|air ?con\w*|heating)\b|مسبح|موقف|حديقة|شرفة|مصعد|مفروش|تكييف/iu,
);
const LISTED = /\bprop-\d{3,}\b/i;

/** What listings cannot be searched by may still be on record of each. */
export const notSearchedBy: OfflineRoutine = ({ message, said, nothingFits }) => {
  if (!nothingFits || !FACT_OF_A_HOME.test(message.text) || !LISTED.test(said.at(-1) ?? '')) return undefined;
  const named = LISTED.exec(said.at(-1) ?? '')?.[0] ?? '';
  return {
    reply:
      message.language === 'ar'
        ? `لا أستطيع البحث بهذا. اسألني عن عقار بعينه، مثلا «هل يوجد مسبح في ${named}؟»، فأقرأ ما في سجله.`
        : `I cannot search by that. Ask me about one of them, for example “does ${named} have a pool?”, and I read what is on its record.`,
  };
};

const CAN_DO = {
  en: 'I can find homes to buy or to rent, for example “two-bedroom flat in Paphos under 200k”, arrange a viewing, work out an instalment, and note what you look for. For anything else say that you would like to speak with a person, and I leave the office a note.',
  ar: 'أستطيع البحث عن عقارات للشراء أو الإيجار، مثلا «شقة للبيع في بافوس بحدود 200 ألف»، وترتيب معاينة، وحساب القسط، وتسجيل ما تبحث عنه. ولأي أمر آخر اكتب أنك تريد التحدث إلى شخص، فأترك للمكتب ملاحظة.',
};

/** "Are you a robot, what can you do?": what it is, and what it does for those who look for a home. */
export const tellsWhatItDoes: OfflineRoutine = ({ smallTalk, message, calls, byStaff }) => {
  if (smallTalk !== 'help' || calls.length > 0 || byStaff) return undefined;
  return {
    reply:
      message.language === 'ar'
        ? `أنا برنامج مساعد. ${CAN_DO.ar}`
        : `I am an assistant program. ${CAN_DO.en}`,
  };
};

/** What no tool serves is not guessed at; who can tell is named. */
export const notKnown: OfflineRoutine = ({ message, nothingFits }) => {
  if (!nothingFits) return undefined;
  const unknown = notOnRecord(message.text, message.language === 'ar' ? 'ar' : 'en');
  if (unknown !== undefined)
    return {
      reply:
        message.language === 'ar'
          ? `${unknown} اكتب أنك تريد التحدث إلى شخص، فأترك للمكتب ملاحظة.`
          : `${unknown} Say that you would like to speak with a person, and I leave the office a note.`,
    };
  return {
    reply:
      message.language === 'ar'
        ? `ليست لدي معلومات عن ذلك. ${CAN_DO.ar}`
        : `I have no information on that. ${CAN_DO.en}`,
  };
};
