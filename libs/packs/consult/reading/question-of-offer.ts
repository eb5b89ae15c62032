const WORKSHOP = String.raw`\b(?:work ?shops?|trainings?|courses?)\b|(?<!\p{L})[وبل]?(?:ال|لل)?(?:ورشه|ورش|تدريب|دوره)(?!\p{L})`;
const CALL = String.raw`\b(?:an?|the|your|this|that|such a|strategy|first|intro) (?:\p{L}+ )?(?:calls?|meetings?|consultations?|sessions?|appointments?)\b|\bconsultations?\b|\b(?:who|what) (?:is|s) (?:the|your) consultant\b|(?<!\p{L})[وبل]?(?:ال|لل)?(?:مكالمه|استشاره|جلسه|لقاء|اجتماع|مقابله|مستشار)(?!\p{L})`;
/** "How long is it?", "who gives it?", "tell me about it": how it is, where, when and by whom. */
const ASKS = new RegExp(
  [
    String.raw`^(?:(?:so|and|but|ok|okay|hi|hello|also|please|can you|could you) )*(?:how (?:long|many|big|often|is|are|does|do you (?:do|hold|run|give))|what|where|who|whom|which|when (?!(?:can|could|shall|may|do|are) (?:we|i|you)\b)|(?:is|are|does|do|will|has) (?:the|your|a|an|this|that|such|it|there|you)\b|tell me\b|explain\b|describe\b)`,
    String.raw`(?<!\p{L})و?(?:كم|ماذا|متي|اين|وين|فين|مين|هل|شو|وش|ايش|كيف|حدثني|اخبرني|احك|اشرح|معلومات|تفاصيل|نبذه)(?!\p{L})|^(?:\p{L}+ )?و?(?:ما|من|لمن)(?= )|(?<!\p{L})[وبل]?(?:في |ب)?اي (?:مدينه|مكان|بلد|لغه|يوم|وقت|شهر|تاريخ)`,
  ].join('|'),
  'u',
);
/** Somebody wants one, or a time for it. */
const WANTS =
  /\b(?:book\w*|reserv\w*|schedul\w*|arrang\w*|set up|sign up|pay|start with|free|availab\w*|possible|slots?|link|speak|talk|get in touch|contact|want|need|like to|would like|interested|can (?:we|i)|could (?:we|i)|how do (?:we|i))\b|حجز|متاح|متفرغ|رابط|تحدث|تكلم|تواصل|اتصل|موعد|ندفع|نبدا|سجل|(?<!\p{L})(?:اريد|نريد|اود|نود|ابغي|ابي|بدي|احتاج|نحتاج|نرغب|ارغب|يمكن\p{L}*|ممكن|نقدر|اقدر|نستطيع|استطيع|فضلك)(?!\p{L})/u;

const OF_WORKSHOP = new RegExp(WORKSHOP, 'u');
const OF_OFFER = new RegExp(`${WORKSHOP}|${CALL}`, 'u');

/** A question about what is offered, a workshop or a call, which is no wish to have it: "how long is the workshop?" */
export function asksAboutOffer(normalized: string): boolean {
  return OF_OFFER.test(normalized) && ASKS.test(normalized) && !WANTS.test(normalized);
}

/** Of the workshop. */
export function asksAboutWorkshop(normalized: string): boolean {
  return OF_WORKSHOP.test(normalized) && asksAboutOffer(normalized);
}

/** When, where, how long, by whom: of the workshop itself, and not of what it would teach or bring. */
const ASKS_HOW_HELD =
  /\b(?:when|where|how long|how many (?:days|people|participants|hours)|wh(?:at|ich) (?:language|city|days?|dates?)|who (?:gives|runs|leads|holds|teaches|does|is|s|will|would))\b|(?<!\p{L})و?(?:متي|اين|وين|فين|كم (?:يوما?|ايام|مده|ساعه|تستمر|تستغرق|تدوم|شخصا?)|مده|مدتها|(?:في |ب)اي (?:مدينه|مكان|بلد|لغه|يوم|شهر|تاريخ)|لغه|مي?ن (?:هو |هم )?(?:(?:ال)?مدرب|ال?(?:ذي|لي) |[يس]\p{L}+))/u;
/** What it brings, or costs, is worked out by others. */
const OF_ELSE = /\d|\b(?:save|costs?|price|pay|worth|pays off|break even)\b|تكلف|سعر|بكم|توفر|يوفر/u;

/** "When does the training start?", "من يقدم الورشة؟" */
export function asksHowWorkshopIsHeld(normalized: string): boolean {
  return asksAboutWorkshop(normalized) && ASKS_HOW_HELD.test(normalized) && !OF_ELSE.test(normalized);
}
