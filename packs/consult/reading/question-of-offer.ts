const WORKSHOP = String.raw`\b(?:work ?shops?|trainings?|courses?)\b|(?<!\p{L})[وبل]?(?:ال|لل)?(?:ورشه|ورش|تدريب|دوره)(?!\p{L})`;
/** "How long is it?", "who gives it?", "tell me about it": how it is, where, when and by whom. */
const ASKS = new RegExp(
  [
    String.raw`^(?:(?:so|and|but|ok|okay|hi|hello|also|please|can you|could you) )*(?:how (?:long|many|big|often|is|are|does|do you (?:do|hold|run|give))|what|where|who|whom|which|when (?!(?:can|could|shall|may|do|are) (?:we|i|you)\b)|(?:is|are|does|do|will|has) (?:the|your|a|an|this|that|such|it|there|you)\b|tell me\b|explain\b|describe\b)`,
    String.raw`(?<!\p{L})و?(?:كم|ماذا|متي|اين|وين|فين|مين|هل|شو|وش|ايش|كيف|حدثني|اخبرني|احك|اشرح|معلومات|تفاصيل|نبذه)(?!\p{L})|^(?:\p{L}+ )?و?(?:ما|من|لمن)(?= )|(?<!\p{L})[وبل]?(?:في |ب)?اي (?:مدينه|مكان|بلد|لغه|يوم|وقت|شهر|تاريخ)`,
  ].join('|'),
  'u',
);
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
/** Somebody wants one, or a time for it. */
const WANTS = new RegExp(
  [
    String.raw`\b(?:book\w*|reserv\w*|schedul\w*|arrang\w*|set up|sign up|pay|start with|free|availab\w*|possible|slots?|link|speak|talk|get in touch|contact|want|need|like to|would like|interested|can (?:we|i)|could (?:we|i)|how do (?:we|i)|do (?:we|i) call|call on|put (?:me|us) down)\b`,
    String.raw`\b(?:time for|good time|(?:day|date|time|hour)s? suits?|suits? (?:you|us|me|best|for)|(?:what|how) about|(?:earliest|next) date)\b`,
    String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|${MONTH} \d{1,2}(?:st|nd|rd|th)?)\b`,
    String.raw`\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|(?:this|next) (?:week|month|morning|afternoon|evening)|at \d{1,2}|\d{1,2}(?::\d\d)? ?(?:am|pm)|\d{1,2}:\d\d|o clock)\b`,
    String.raw`حجز|متاح|متفرغ|رابط|تحدث|تكلم|تواصل|اتصل|موعد|ندفع|نبدا|سجل|(?<!\p{L})(?:اريد|نريد|اود|نود|ابغي|ابي|بدي|احتاج|نحتاج|نرغب|ارغب|يمكن\p{L}*|ممكن|نقدر|اقدر|نستطيع|استطيع|[نا]حصل|الحصول|فضلك)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:(?:ما|شو|وش|ايش) (?:راي\p{L}+)|وقت (?:مناسب|ل\p{L}+)|[يت]ناسب(?:ني|نا|ك|كم)|[وب]?(?:غدا|بكره|بكرا|باكر)|(?<!في )اليوم|ال?(?:اسبوع|شهر) (?:القادم|المقبل|الجاي|هذا)|هذا (?:ال)?(?:اسبوع|شهر)|[وب]?(?:ال)?(?:اثنين|ثلاثاء|اربعاء|خميس|جمعه|سبت)|(?:يوم )(?:ال)?احد|[وب]?الساعه \d{1,2})(?!\p{L})`,
  ].join('|'),
  'u',
);

const OF_WORKSHOP = new RegExp(WORKSHOP, 'u');

/** A question about the workshop, which is no wish to have it: "how long is the workshop?" */
export function asksAboutWorkshop(normalized: string): boolean {
  return OF_WORKSHOP.test(normalized) && ASKS.test(normalized) && !WANTS.test(normalized);
}

const KIND = '(?:first|initial|strategy|intro(?:duct(?:ory|ion))?)';
/** The call that is offered here; "a call" or "the weekly meeting" may be one of the visitor's own. */
const CALL = String.raw`(?:(?:(?:the|your|this|that|such an?) (?:${KIND} )*|(?:an? )?(?:${KIND} )+)(?:calls?|meetings?|sessions?|appointments?)|(?:(?:an?|the|your|this|that|such an?) )?(?:${KIND} )*consultations?)(?!\p{L})(?! (?:queue|handling|list|cent(?:er|re)s?|volume|rate|log|waiting|times?)\b)`;
const CALL_AR = '[وبل]?(?:(?:ال|لل)(?:مكالمه|جلسه|لقاء|اجتماع|مقابله|استشاره)|استشاره)(?!\\p{L})';
const WHO =
  '(?:is|s|will|would|be|else|going to|gives?|leads?|runs?|holds?|does|do|takes?|attends?|joins?|part of|on|in|at)';
/** Who, how long, where, and what happens in it: the rest that is asked of a call is not known to be about this one. */
const ASKS_OF_CALL = new RegExp(
  [
    String.raw`^(?:(?:so|and|but|ok|okay|hi|hello|also|please) )*(?:how (?:long|many minutes|much time) (?:is|s|are|does|do|will|would|can) ${CALL}|where (?:is|s|are|does|do|will|would) ${CALL}|what (?:exactly )?(?:happens|(?:will|would) happen|is discussed|do (?:we|you) (?:do|discuss|cover)) (?:in|on|at|during) ${CALL}|what (?:is|s|are) ${CALL}(?: (?:about|like|for|exactly))*$|(?:with )?whom? (?:${WHO} )+${CALL}|(?:who|what) (?:is|s) (?:the|your) consultant$)`,
    String.raw`^(?:(?:هل|طيب|و|مرحبا) )*و?(?:(?:كم|ما|شو|وش|ايش) (?:(?:هي|هو|من|ال?وقت|(?:ال)?مده|طول|دقيقه|[تي]ستغرق|[تي]ستمر|[تي]دوم|[تي]اخذ|[تي]طول) )+${CALL_AR}|(?:ماذا|ما الذي|شو|وش|ايش) (?:س?[يت]حدث|س?[يت]حصل|س?[يت]صير|س?[يت]جري|نناقش|تناقشون) (?:في |خلال |اثناء )?${CALL_AR}|ما (?:هي|هو) ${CALL_AR}$|(?:اين|وين|فين) (?:(?:س?[تي]كون|[تي]قام|[تي]عقد|[تي]تم|هي|هو) )?${CALL_AR}|(?:مع )?مي?ن (?:(?:هو|هي|الذي|س?يكون|س?تكون|س?يحضر|س?يقدم|س?يدير|في|علي) )+${CALL_AR}|مي?ن (?:(?:هو|هي) )?(?:ال)?مستشار(?!\p{L}))`,
  ].join('|'),
  'u',
);
/** Calls and meetings of the visitor's own, and what one costs. */
const OWN_CALLS =
  /\b(?:us|our|ours|my|los(?:e|es|t|ing)|costs?|costing|price|fees?|rates?|per|each|every|on average|daily|weekly|monthly|support|customers?|clients?|patients?|missed|sales|team|staff|employees)\b|نخسر|نضيع|تكلف|سعر|بكم|رسوم|اسبوعي|يومي|شهري|الدعم|(?:ال)?عملا|زباين|فايت|عندنا|لدينا|(?<!\p{L})(?:كل|منا)(?!\p{L})|فريق|موظف|(?<!\p{L})مع (?!مي?ن(?!\p{L})|(?:ال)?(?:مستشار|استشاري|خبير))/u;

/** "How long does the call take?", "who is the consultant?": of the call that is offered, and no wish to have it. */
export function asksAboutCall(normalized: string): boolean {
  return ASKS_OF_CALL.test(normalized) && !OWN_CALLS.test(normalized) && !WANTS.test(normalized);
}

/** A question about what is offered, a workshop or a call, which is no wish to have it. */
export function asksAboutOffer(normalized: string): boolean {
  return asksAboutWorkshop(normalized) || asksAboutCall(normalized);
}

/** When, where, how long, by whom: of the workshop itself, and not of what it would teach or bring. */
const ASKS_HOW_HELD =
  /\b(?:when|where|how long|how many (?:days|people|participants|hours)|wh(?:at|ich) (?:language|city|days?|dates?)|who (?:gives|runs|leads|holds|teaches|does|is|s|will|would))\b|(?<!\p{L})و?(?:متي|اين|وين|فين|كم (?:يوما?|ايام|مده|ساعه|تستمر|تستغرق|تدوم|شخصا?)|مده|مدتها|(?:في |ب)اي (?:مدينه|مكان|بلد|لغه|يوم|شهر|تاريخ)|لغه|مي?ن (?:هو |هم )?(?:(?:ال)?مدرب|ال?(?:ذي|لي) |[يس]\p{L}+))/u;
/** What it brings, or costs, is worked out by others. */
const OF_ELSE = /\d|\b(?:save|costs?|price|pay|worth|pays off|break even)\b|تكلف|سعر|بكم|توفر|يوفر/u;

const HELD = String.raw`(?:online|remote(?:ly)?|virtual(?:ly)?|over (?:video|zoom|teams)|by video|on ?site|in person|(?:at|in) (?:our|my) (?:own )?(?:office|offices|place|premises|site|company)|here with us|in house)`;
/** How it is held, asked of those who hold it: "can you do it online?" */
const ASKS_TO_HOLD_IT = new RegExp(
  String.raw`^(?:(?:and|so|ok|okay|but) )*(?:can|could|would|will|do|is it possible(?: for you)? to|(?:any|a) chance) ?(?:you )?(?:also |ever )?(?:do|hold|run|give|have|offer|deliver|teach|make|come) (?:(?:it|this|that|one|the|your|a|work ?shops?|training|course|session) )*(?:also |only )?${HELD}\b|^(?:(?:and|so|ok|okay|but) )*(?:(?:what|how) about )?${HELD}$|(?<!\p{L})(?:هل )?(?:يمكن\p{L}*|ممكن|تستطيع\p{L}*|تقدر\p{L}*) (?:ان )?(?:(?:تكون|يكون|نعمل\p{L}*|تعمل\p{L}*|تعقد\p{L}*|عقد\p{L}*|تقدم\p{L}*|تقديم\p{L}*|عمل\p{L}*|اقامت\p{L}*|حضور\p{L}*) )?(?:الورشه |التدريب )?(?:عن بعد|اونلاين|عبر الانترنت|حضوريا?|في مكتبنا|في مقرنا|عندنا)(?!\p{L})`,
  'u',
);

/** "When does the training start?", "من يقدم الورشة؟", "can you do it online?" */
export function asksHowWorkshopIsHeld(normalized: string): boolean {
  if (ASKS_TO_HOLD_IT.test(normalized)) return true;
  return asksAboutWorkshop(normalized) && ASKS_HOW_HELD.test(normalized) && !OF_ELSE.test(normalized);
}
