import type { OfflineMessage } from '#pack-kit';
import { normalizeText } from '#text';

const WISH = String.raw`(?:can|could|may|shall|should|might) (?:we|i|you)(?: please| maybe| perhaps| possibly| just)?|(?:i|we) (?:would|d) (?:really |also |like |love |prefer )*to|i(?: would| d)? rather|(?:i|we) (?:want|need|wish|prefer) to|let s|lets|let us|happy to|want to|wanna|is it possible to|would you(?: please)?|would it be possible to|how (?:can|do) (?:we|i)|when (?:can|could|shall|do) (?:we|i)|(?:i|we) (?:was|were) hoping to|any chance (?:to|we could|we can)|please`;
const TALK = String.raw`talk|speak|chat|meet(?: up)?|call|phone|ring|zoom|connect(?= (?:with|to|today|tomorrow|next|on|by)\b|$)|catch up|discuss (?:this|it|that)|(?:get|hop|jump|be) on (?:a|the) (?:quick |short |video |phone )*(?:call|phone|zoom)|have (?:a|an) (?:quick |short |video |phone |brief |little )*(?:call|chat|word|meeting|talk|conversation|session|appointment)|(?:schedule|arrange|set up|organi[sz]e|plan|fix|find|make|get|book|do) (?:a|an|some) (?:quick |short |video |phone |brief |first |intro |introductory |\d+ ?minutes? )*(?:call|chat|meeting|talk|conversation|time|slot|appointment|session|demo|zoom)`;
const DAY_OR_TIME = String.raw`(?:on |next |this |at |for )*(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|next week|this week|at \d|\d ?(?:am|pm)`;

/** "How do we start?", and not "how can we start using AI in accounting?". */
const SOON = String.raw`(?: (?:with (?:you|this|it)|working|work|now|today|tomorrow|together|soon|next week|right away|then|please))*$`;
const SOON_ARABIC = String.raw`(?: (?:معكم|معك|الان|العمل|غدا|سويا|معا|قريبا|من فضلك))*$`;

const ASKS = new RegExp(
  [
    String.raw`\b(?:${WISH}) (?:${TALK})\b`,
    String.raw`^(?:so |ok |okay |and |great |alright |right |well )*(?:when|how(?: soon| quickly| fast)?) (?:can|do|could|would|should) (?:we|i) (?:(?:start|begin|get started)${SOON}|(?:go on|proceed|continue|move forward|move ahead|go ahead|go from here)(?: (?:from here|now|then|with (?:you|this|it)))*$)|^(?:ok |great |yes )*(?:let s|lets|we want to|i want to|we are ready to|we d like to) (?:(?:start|begin|get started)${SOON}|go ahead\b)`,
    String.raw`\b(?:call|ring|phone) (?:me|us)(?: back)?\b|\bgive (?:me|us) a (?:call|ring)\b`,
    String.raw`^(?:a |an |the )?(?:quick |short |video |phone |intro )*(?:call|chat|talk|meeting|zoom|appointment|meet|talk)(?: (?:with you|please))*(?: (?:${DAY_OR_TIME}))`,
    String.raw`\b(?:are you|anyone|anybody|somebody|someone|is the consultant) (?:free|available|around)\b`,
    String.raw`\b(?:do|would|does) (?:you|the consultant) have (?:time|a (?:slot|minute|moment|gap)|any time|half an hour)\b`,
    String.raw`^(?:${DAY_OR_TIME}).{0,20}\bcall\b|^(?:schedule|arrange|set up) (?:a|an) (?:call|meeting|chat|appointment)\b`,
  ].join('|'),
);
const ARABIC_WISH = String.raw`(?:هل )?(?:يمكن\p{L}*|ممكن|نقدر|اقدر|تقدر\p{L}*|ب?امكان\p{L}*|نستطيع|استطيع|اريد|نريد|اود|نود|ابغي|نبغي|ابي|نبي|بدي|بدنا|حاب\p{L}*|خلينا|دعنا|دعونا|ودي|ارغب|نرغب|احتاج|متي|كيف)`;
const ARABIC_TALK = String.raw`(?:ب|في )?(?:ال)?(?:[نا]?تحدث|[نا]?تكلم|[نا]?تواصل|[نا]ت?حاكي|[نا]حكي|حديث|كلام|تكلم|[نا]لتقي|[نا]جتمع|[نا]كلم\p{L}*|[نا]حادث\p{L}*|[نا]تصل|اتصال|مكالم\p{L}*|موعدا?|اجتماعا?|لقاء?|[نا]تقابل|[نا]قابل\p{L}*|[تي]تصل\p{L}*|[تي]كلم\p{L}*|[نا]?حدد (?:موعدا?|وقتا?)|[نا]رتب (?:مكالم\p{L}*|موعدا?|اجتماعا?|لقاء?))`;
const ARABIC_DAY = String.raw`(?:يوم|غدا|بكرا|بكره|اليوم|الاسبوع|الاحد|الاثنين|الثلاثاء|الاربعاء|الخميس|الجمعه|السبت|الساعه)`;
const ASKS_ARABIC = new RegExp(
  [
    String.raw`(?<!\p{L})${ARABIC_WISH} (?:ان )?(?:(?:نحن|احدا?|حد|شخصا?|واحد|المستشار|مستشارا?) )?(?:ان )?${ARABIC_TALK}(?!\p{L})`,
    String.raw`^(?:طيب |حسنا )?(?:متي|كيف)(?: (?:يمكننا|نقدر|ممكن))?(?: ان)? نبدا${SOON_ARABIC}|^(?:نريد|خلينا|دعنا|هيا)(?: ان)? نبدا${SOON_ARABIC}`,
    String.raw`(?<!\p{L})(?:اتصل|اتصلو?ا?|كلم|كلمو|هاتف|هاتفو|تواصلو?ا?)(?:ني|نا| بي| بنا| معي| معنا)(?!\p{L})`,
    String.raw`^(?:مكالمه|موعد|اجتماع|لقاء?|اتصال|نتحدث|نتكلم|نلتقي|نحكي)(?: \p{L}+){0,2} ${ARABIC_DAY}|^(?:نتحدث|نتكلم|نلتقي|نحكي)(?!\p{L})`,
    String.raw`^(?:طيب |حسنا )?و?ما (?:هو )?موعد (?:ال)?(?:ورش|مكالم|استشار|جلس|لقا)`,
    String.raw`(?<!\p{L})(?:هل )?(?:انتم|انت|لديكم|عندكم|لديك|عندك)(?: انتم)? (?:متاح\p{L}*|متفرغ\p{L}*|فاض\p{L}*|وقت|موعد)(?!\p{L})|متي (?:انتم |انت |تكونون )?(?:متاح|متفرغ|فاض)\p{L}*`,
  ].join('|'),
  'u',
);

/** What is talked about here and now needs no call: "can we talk about prices". */
const ABOUT =
  /\b(?:talk|speak|chat|discuss) about\b(?!.*\b(?:day|tomorrow|phone|next week|call)\b)|\b(?:call|calling) (?:it|this|that|center|centre|volume|costs?)\b|(?:تحدث|تكلم|حديث|كلام|نحكي) عن(?!.*(?:يوم|غدا|هاتف|الاسبوع))/u;
const SPEAKS_LANGUAGE =
  /\b(?:speak|talk|chat)(?: to (?:you|me))?(?: in)? (?:english|arabic|german|french|spanish|italian|dutch|turkish|russian|hindi|urdu|chinese|greek)\b|(?:تكلم|تحدث)\p{L}{0,9} (?:معك |معكم )?(?:ب|في )?(?:ال)?(?:عربي|انجليزي|انكليزي|فرنسي|الماني)/u;
/** A system, a demand or customers are met and reached otherwise than by talking to the consultant. */
const OF_OTHERS = new RegExp(
  [
    String.raw`\bconnect(?: \p{L}+){0,2} (?:to|with) (?!(?:you|the consultant|somebody|someone|a (?:person|human|consultant))\b)|\bconnect (?:it|this|that|them|our|my|the|your|an?)\b`,
    String.raw`\bmeet(?: \p{L}+){0,4} (?:requirements?|deadlines?|needs?|goals?|targets?|standards?|demands?|expectations?|criteria|obligations?|rules)\b`,
    String.raw`\b(?:talk|speak|chat|meet|call|phone|ring|zoom)(?: (?:up|to|with))? (?:(?:the|our|my|your|more|all|these|those|new|existing) )*(?:customers?|clients?|patients?|users?|leads?|suppliers?|visitors?|guests?|documents?|files?|data(?:base)?|contracts?|invoices?|pdfs?|api|apis|website|models?)\b`,
    String.raw`\b(?:free|available) (?:in (?:english|arabic|german|french|spanish|italian|greek|russian|turkish)|of charge|to use|worldwide|as an?)\b`,
    String.raw`\bcall (?:out|for|off)\b|\bmeet (?:in the middle|half ?way)\b|\bring fenc\p{L}+|\bfree (?:of|from)\b`,
    String.raw`\btime (?:estimates?|frames?|lines?|limits?|series|tracking|tables?|zones?)\b`,
    String.raw`(?:مع|ب)\s?(?:ال)?(?:عملا|زباين|مرضي|موردين|مستخدمين)\p{L}*|وقت محدد|(?:تواصل|اتصال) (?:بين|ب?ال?انترنت|انترنت)|موعد (?:ال)?(?:تسليم|اطلاق|انتهاء|بدء)`,
  ].join('|'),
  'u',
);
/** What else such a message asks for is not left out: the tools' own words serve it. */
const ASKS_MORE =
  /\b(?:draw|draft|write|calculate|work out|summari[sz]e|show|search|find|diagram|memo|proposal|syllabus|lose|waste|hours (?:a|per|each) (?:week|day))\b|ارسم|اكتب|احسب|لخص|اعرض|ابحث|مذكره|منهج|نضيع|نخسر/;
/** "No thanks, don't call me", "لا تتصلوا بي": no call is wished for. */
const REFUSES =
  /\b(?:don t|do not|dont|never|no need to|rather not|not to|stop) (?:(?:you|please|ever|want (?:you|anyone|anybody) to|need (?:you|anyone|anybody) to|want to|need to|wish to|have to) )*(?:call|calling|ring|phone|contact|talk|speak|meet|(?:book|schedul|arrang|reserv|set)(?:e|ing)?(?: up)?(?= (?:me |us )?(?:(?:a|an|any|the|another) )?(?:\p{L}+ )?(?:calls?|meetings?|appointments?|sessions?|slots?|demos?|anything|one)\b|$))\b|\b(?:no|without|don t want|don t need|not want|not need)(?: (?:a|an|any|more|phone|to))* (?:calls?|meetings?|appointments?)\b|(?<!\p{L})(?:لا|مو|مش|مب|لن|بلاش|بدون|من دون|ما(?= (?:اريد|نريد|ابغي|نبغي|ابي|نبي|بدي|بدنا|احتاج|نحتاج|احد|[تيا]تصل|[تي]كلم|[تي]هاتف|[تي]تواصل|[تيان]حجز))) (?:(?:اريد|نريد|ابغي|ابي|بدي|احتاج|نحتاج|داعي|احد|ان) )*(?:[تيا]?تصل\p{L}*|[تي]كلم\p{L}*|[تي]هاتف\p{L}*|[تي]تواصل\p{L}*|[تيان]?حجز\p{L}*|اتصال\p{L}*|مكالم\p{L}*|موعدا?|اجتماعا?)(?!\p{L})/u;
/** "Cancel my booking", "ألغ الموعد": what is booked is kept by the page, and by nobody here. */
const CANCELS =
  /\b(?:cancel\w*|call off|calling off)\b(?: \p{L}+){0,4} (?:bookings?|calls?|meetings?|appointments?|sessions?|reservations?|workshop|consultation|it)\b|(?<!\p{L})و?(?:[انت]?لغ(?:ي|و|اء?)?|الغاء?|كنسل\p{L}*) (?:لي |لنا )?(?:ال|ل)?(?:موعد|حجز|مكالم|اجتماع|جلس|ورش)\p{L}*/u;
const MAX_WORDS = 26;

/** Where a message that refuses something may go on with what it wants. */
const CLAUSES =
  /[,،.;؛:!?؟\n–—]+|\s+(?=(?:but|just|rather|instead|بل|لكن|بس)\s)|(?<!\b(?:if|when|what|that|because|once|why|unless))\s+(?=(?:i|we) (?:want|need|prefer|would)\b)/iu;
const ONE = String.raw`(?:call|meeting|chat|talk|appointment|session|demo|zoom)`;
const ONE_ARABIC = String.raw`(?:مكالمه|اجتماعا?|لقاء?|موعدا?|اتصالا?)`;
/** "I want a meeting", "just a short call", "مكالمة قصيرة تكفي": as against what is refused beside it. */
const WANTS_ONE = new RegExp(
  [
    String.raw`^(?:(?:but|just|rather|instead|and|so) )*(?:i|we) (?:(?:would|d|just|really|only|do) )*(?:want|need|prefer|like|rather have) (?:an?|the|one) (?:\p{L}+ ){0,2}${ONE}(?: (?:instead|please|with you|with the consultant))*$`,
    String.raw`^(?:(?:but|just|rather|instead|only|make it) )*an? (?:\p{L}+ )?${ONE}(?: (?:instead|please|is enough|is fine|will do|would do|would be (?:fine|better|enough)|works))*$`,
    String.raw`^(?:(?:بل|لكن|بس|فقط) )+(?:اريد |بدي |ابغي )?${ONE_ARABIC}(?: \p{L}+){0,2}$|^${ONE_ARABIC} (?:\p{L}+ )?(?:[تي]كفي|كافيه?|افضل|احسن)$`,
  ].join('|'),
  'u',
);
/** Neither a wish for a call now nor one for a call: "if I want to talk, I call you", "let's talk here". */
const NO_CALL_NOW =
  /\b(?:if|when(?:ever)?|once|unless|until|why|always|here|by (?:e ?mail|mail|chat|text)|in writing)\b|(?<!\p{L})(?:اذا|لو|عندما|لما|لماذا|ليش|هنا|بالبريد|بالايميل|كتابه)(?!\p{L})/u;

const clausesOf = (text: string) => text.split(CLAUSES).map(normalizeText);
const refuses = (normalized: string) =>
  REFUSES.test(normalized) && !/\b(?:why|can|could|shall|should|let s)\b/.test(normalized);
const wants = (normalized: string) =>
  !REFUSES.test(normalized) &&
  !NO_CALL_NOW.test(normalized) &&
  (WANTS_ONE.test(normalized) || asks(normalized));

/** "Don't call me": nobody is to be called for it; "I don't want a call, I want a meeting" asks for one. */
export function refusesCall({ text }: Pick<OfflineMessage, 'text'>): boolean {
  const clauses = clausesOf(text);
  return clauses.some(refuses) && !clauses.some(wants);
}

/** An arranged call or workshop is to be taken back. */
export function cancelsCall({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return CANCELS.test(normalized);
}

/** A message that asks to talk to somebody, by phone or face to face, in whatever words. */
export function asksToTalk({ text, normalized }: Pick<OfflineMessage, 'text' | 'normalized'>): boolean {
  if (normalized.split(' ').length > MAX_WORDS) return false;
  return REFUSES.test(normalized) ? clausesOf(text).some(wants) : asks(normalized);
}

function asks(normalized: string): boolean {
  if ([ABOUT, SPEAKS_LANGUAGE, OF_OTHERS, ASKS_MORE, CANCELS].some((other) => other.test(normalized)))
    return false;
  return ASKS.test(normalized) || ASKS_ARABIC.test(normalized);
}
