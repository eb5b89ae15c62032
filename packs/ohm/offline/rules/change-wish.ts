import { anySpelling } from '#text';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';

/** What a message wants of a list, apart from what it only asks and what it wants left alone. */
interface ChangeWish {
  /** The words of what is to be done, its verbs as they are ordered; empty where nothing is. */
  does: string;
  /** The words of what is to stay: "never remove the supply", "… except the board". */
  stays: string;
}

const VERB = String.raw`(?:remove|drop|delete|take (?:out|off|away|it|that|this|them|everything|all|the|my|an?)|leave out|get rid of|throw out|kick out|scratch|replace|swap|change|switch|exchange|substitute|add|include|put (?:in|an?|it|the)|touch)`;
const VERB_AR = String.raw`(?:احذف|أزل|شيل|امسح|استبعد|ألغ|استبدل|بدل|غير|أضف|ضيف)\p{L}*`;

/** "Removing", "swapping", "تحذف": the verbs in the form in which they order. */
const FORMS: [RegExp, string][] = [
  // "لESP32": Latin letters right behind a preposition.
  [/(?<!\p{L})([بل])ـ?(?=[a-z])/giu, '$1 '],
  [/\b(remov|replac|delet|exchang|substitut|includ)ing\b(?! place)/giu, '$1e'],
  [/\b(drop|swap)ping\b/giu, '$1'],
  [/\b(add|kick|throw)ing\b(?! up\b)/giu, '$1'],
  [/\btaking (?=out|off)/giu, 'take '],
  [/\bleaving (?=out)/giu, 'leave '],
  [/\bgetting (?=rid of)/giu, 'get '],
  [anySpelling(/(?<!\p{L})([وف]?)(?:[أتن]?حذف|[أتن]حذفي)(?=(?:ه|ها|هم|وا)?(?!\p{L}))/giu), '$1احذف'],
  [
    anySpelling(/(?<!\p{L})([وف]?)(?:[أتن]شيل|[أتن]زيل|إزالة|[أتن]زل)(?=(?:ه|ها|هم|ي)?(?!\p{L}))/giu),
    '$1شيل',
  ],
  [anySpelling(/(?<!\p{L})([وف]?)[أتن]?ستبدل(?=(?:ه|ها|هم|ي)?(?!\p{L}))/giu), '$1استبدل'],
  [anySpelling(/(?<!\p{L})([وف]?)استبدال(?!\p{L})/giu), '$1استبدل'],
  [
    anySpelling(
      /(?<!\p{L})([وف]?)(?:[أتن]ضيف|(?<=^\P{L}*)ضيفي?|[أتن]ضف|إضافة)(?=(?:ه|ها|هم|ي)?(?!\p{L}))/giu,
    ),
    '$1أضف',
  ],
  [anySpelling(/(?<!\p{L})([وف]?)[أتن]لغي?(?=(?:ه|ها|هم)?(?!\p{L}))/giu), '$1ألغ'],
  [anySpelling(/(?<!\p{L})([وف]?)لا غير(?=\s)/giu), '$1لا تغير'],
];

/** The text with its verbs of change as they are ordered. */
export function ordered(text: string): string {
  return FORMS.reduce((read, [form, order]) => read.replaceAll(form, order), text);
}

const FILLED = String.raw`(?:(?:so|and|but|ok(?:ay)?|hi|hey|hello|hm+|well|then|now|also|maybe|please|um|wait|sorry|actually|honestly|btw)[\s,!.]+)*`;
/** Asked with these it is not ordered: "should I …", "could I …", "would … be better"; "can you …" orders politely. */
const ASKS = new RegExp(
  String.raw`^\W*${FILLED}(?:(?:should|shall|does|did|is|are|was|were|am|shouldn'?t|couldn'?t|wouldn'?t|isn'?t|aren'?t|don'?t (?:i|we|you)|won'?t|must (?:i|we|it|the|this)|do (?:i|we|they|people)|do you (?!mind)|will (?:it|the|that|this|there|i|we|an?|anything|something)|(?:would|will) you (?!(?:please |kindly |just |mind |also )*${VERB})|would(?! you\b)|(?:can|could|may|might)(?! (?:you|we)\b)|can'?t (?:i|it|the|this)|(?:can|could) (?:you|we) (?:tell|explain|say|do without|live without|get by|manage)|(?:can|could) we (?:leave|drop|skip|lose)\b|what(?! about\b)|whats|why(?! (?:don'?t|not) )|how(?! about\b)|which|who|where|tell me (?:what|if|whether|why|how))\b)`,
  'iu',
);
/** Somebody thinks of it, or it hangs on something else. */
const WEIGHS =
  /\b(?:if|whether|unless|in case|when(?:ever)?|once|suppose|imagine|assuming|what happens|would happen|wonder\w*|not sure|unsure|think(?:ing)? (?:of|about)|tempted|consider\w*|undecided)\b/iu;
/** "If you can, …": that hangs on nothing. */
const POLITE =
  /\b(?:if|when(?:ever)?) (?:possible|(?:that|it)(?:'s| is) (?:ok(?:ay)?|fine|possible|alright)|you (?:can|could|may|don'?t mind|like|please|want|have (?:time|a moment)|get (?:to it|a chance)|would))\b/giu;
/** "إذا سمحت", "لو ممكن": the same, where no condition goes on behind it. */
const POLITE_AR = anySpelling(
  new RegExp(
    String.raw`(?<!\p{L})(?:لو|إذا|إن)\s+(?:(?:سمحت|تكرمت)\p{L}*|(?:كان\s+)?(?:ممكن|أمكن)(?=\s*(?:[،,.!؟?]|$)|\s+(?:أن\s+)?(?:ت(?:حذف|شيل|زيل|ضيف|ستبدل|بدل|غير|لغي)|${VERB_AR})))`,
    'giu',
  ),
);
/** Behind the verb. */
const WEIGHS_BEHIND =
  /\b(?:unless|only if)\b|\b(?:would|will|does|is|could|can) (?:that|it|this)\b[^.!]*\?|\bor (?:not|keep|leave|should|is|better)\b[^.!]*\?|\b(?:is|are) (?:that|it)? ?(?:ok|okay|fine|safe|wise|a good idea)\b[^.!]*\?|\b(?:good|bad) idea\b/iu;
/** "So I don't need the relay?" */
const NEEDS_NOT = /\b(?:don'?t|do not|no longer) (?:need|want|use)\b[^.!]*\?\s*$/iu;
const ASKS_AR = anySpelling(
  /^[^\p{L}]*(?:(?:طيب|حسنا|و|إذن|يعني)\s+)*و?(?:هل (?!(?:يمكنك|يمكننا|بإمكانك|تستطيع|تقدر|ممكن (?:أن )?ت|يمكن (?:أن )?ت|من الممكن أن ت|لك أن))|ماذا|ما (?!تحذف|تشيل|تزيل|تضيف|تغير|تبدل|تستبدل|بدي|أريد|أحتاج|عندي)|شو|ايش|وش|لماذا|ليش|ليه|كيف|متى|أي(?!\p{L})|أيهما|كم|هو (?:ممكن|لازم))|(?<!\p{L})(?:إذا|لو(?! سمحت)|إن كان|ماذا يحدث|ماذا لو|شو بصير|أفكر|محتار|لست متأكد\p{L}*)(?!\p{L})|(?<!\p{L})(?:أم لا|ولا لا|أو لا)\s*[؟?]/iu,
);
/** "أحذف الريليه؟": written with its hamza it is "shall I". */
const SHALL_I_AR =
  /(?<!\p{L})(?:بقدر|بقدرش|[أا]قدر|[أا]ستطيع|يمكنني|بإمكاني|بامكاني|ينفع|ممكن|عادي)\s+(?:[أا]ن )?(?:[أا](?:حذف|شيل|زيل|ستبدل|بدل|غير|ضيف|ستغني)|[أا]لغي)\p{L}*|(?<!\p{L})في(?:ني|نا)\s+(?:[أانت]?(?:شيل|حذف|زيل|بدل|غير|ضيف))\p{L}*|(?<!\p{L})اشيل\p{L}*[^.!]*[؟?]\s*$|(?<!\p{L})(?:أحذف|أشيل|أزيل|أستبدل|أبدل|أغير|أضيف|نحذف|نشيل|نزيل|نستبدل|نضيف)\p{L}*[^.!]*[؟?]\s*$/u;

const CHANGES = anySpelling(
  new RegExp(
    String.raw`\b${VERB}\b|\bleave (?:it |that |this |them |(?:the |my |an? )?[\p{L}\d ]{2,30} )(?:out|off|away)\b|\b(?:instead of|in place of|rather than)\b|\b(?:another|more|without|no need (?:for|of)|(?:don'?t|do not|no longer|didn'?t) (?:need|want|use))\b|\bno (?=(?:the )?\p{L}[\p{L}\d]*(?: [\p{L}\d]+)?\W*$)|(?<!\p{L})و?(?:${VERB_AR}|بدون|بدلا? (?:من|عن)|لا (?:أحتاج|نحتاج)|ما أحتاج|بلا|من دون|من غير|لا أريد|ما بدي|لا داعي ل)`,
    'iu',
  ),
);

/** The message asks what a change would do, or thinks of one, and orders none. */
export function asksOfChange(text: string): boolean {
  const changing = text.split(/(?<=[.!?؟])\s+|\n+/).flatMap((sentence) => {
    const read = ordered(sentence);
    return CHANGES.test(read) ? [[sentence, read] as const] : [];
  });
  return changing.length > 0 && changing.every(([sentence, read]) => isAsked(sentence, read));
}

/** "Who cares, remove the relay": the order stands behind its comma or colon. */
const ORDERS_BEHIND = new RegExp(
  String.raw`[,:]\s*(?:(?:please|just|so|then|and|ok|okay)\s+)*${VERB}\b(?![^]*(?:\?|\bor\b))`,
  'iu',
);
/** "What do you think, …", "should I, honestly, …", "who said: …". */
const STILL_ASKED =
  /\b(?:think|opinion|better|best|happens?|suggest|recommend|advi[sc]e|means?|sa(?:y|ys|id)|told|tell|writ(?:e|es|ten)|wrote|typed?|reads?|do|done|did)\b|(?:^|[,:]\s*)(?:\p{L}+\s+)?(?:should|shall|can|could|may|might|would|will|must)\s+(?:i|we|you|it|they)(?:\s+\p{L}+)?\s*(?:[,:]|$)/iu;

function ordersBehind(sentence: string): boolean {
  const at = ORDERS_BEHIND.exec(sentence)?.index;
  const before = at === undefined ? '' : sentence.slice(0, at);
  return at !== undefined && !CHANGES.test(ordered(before)) && !STILL_ASKED.test(before);
}

function isAsked(written: string, read: string): boolean {
  const sentence = written.replaceAll(POLITE_AR, ' ').trim();
  if (ASKS_AR.test(sentence) || SHALL_I_AR.test(written) || NEEDS_NOT.test(written)) return true;
  const plain = read.replaceAll(POLITE, ' ').trim();
  const at = CHANGES.exec(plain)?.index ?? 0;
  if (WEIGHS.test(plain.slice(0, at)) || WEIGHS_BEHIND.test(plain.slice(at))) return true;
  return ASKS.test(plain) && !ordersBehind(written);
}

const FORBIDS = anySpelling(
  new RegExp(
    String.raw`\b(?:don'?t|do not|never|must(?:n'?t| not)|should(?:n'?t| not)|may not|can'?t|cannot|can not|won'?t|will not|not to|not|no need to|without|avoid)\b (?:(?:ever|just|please|you|want(?: you)? to|want|need to|have to|let (?:me|it|us)|dare(?: to)?|yet|even|also|be|like to) )*${VERB}\b|(?<!\p{L})(?:لا|ما|مش|بلاش|ليس|لن|ولا|من دون|بدون) (?:تقم ب|أريد (?:أن )?|بدي )?${VERB_AR}`,
    'iu',
  ),
);
const KEEPS = anySpelling(
  /^(?:\W*(?:and|but|also|please|just|ok)\W+)*(?:keep|hold on to|leave (?!out\b)|spare|not (?:the|my|an?|this|that)\b)|^(?:\W*(?:لكن|بس)\s+)?و?(?:أبق|ابقي|خل(?:ي|ّي)?|اترك|احتفظ|ليس ال|مش ال|مو ال|لا ال)/iu,
);
const TAKES_OUT = /\bleave (?:it |that |this |them |the [\p{L}\d ]{2,30} )(?:out|off|away)\b/iu;

/** What is excepted, to the end of its sentence or to the next order. */
const EXCEPTS = anySpelling(
  new RegExp(
    String.raw`(?:\b(?:except(?:ing)?(?: for)?|apart from|aside from|other than|save for|excluding|besides|(?<=\b(?:everything|all|anything)(?: (?!but)\p{L}+){0,3} )but(?! (?:not|keep|leave))(?: for)?|but not)\b|(?<!\p{L})(?:ما عدا|عدا|ماعدا|باستثناء|سوى|إلا)(?!\p{L}))([^.!?؟;\n]*?)(?=[.!?؟;\n]|$|,? (?:and|then) (?:then )?${VERB}\b)`,
    'giu',
  ),
);
const CLAUSES = anySpelling(
  new RegExp(
    String.raw`(?<=[.!?؟\n])\s+|[,،;؛:–—]\s*|\s+(?=(?:but|then|(?:and |but )?not (?:the|my)|and (?:then |also |please )*(?:${VERB}|keep|leave|don'?t|do not|never|use))\b)|\s+(?=(?:لكن|بس|ثم)\s)|\s+(?=و(?:${VERB_AR}|لا |خل|أبق|اترك))`,
    'giu',
  ),
);

/** What a message has done to the list, and what it wants left in it. */
export function changeWishIn(text: string): ChangeWish {
  const excepted: string[] = [];
  const read = ordered(text).replaceAll(EXCEPTS, (_, words: string) => {
    excepted.push(words.trim());
    return '';
  });
  const does: string[] = [];
  const stays: string[] = [];
  let isForbidden = false;
  const clauses = read.split(CLAUSES).filter((clause) => /[\p{L}\d]/u.test(clause));
  const kept = (clause: string) => KEEPS.test(clause) && !TAKES_OUT.test(clause);
  for (const clause of clauses) {
    if (FORBIDS.test(clause) || kept(clause)) isForbidden = true;
    // "… the relay, the pump": what has no verb of its own goes on; "it" alone is what was just spoken of.
    else if (!CHANGES.test(clause) ? !/\b(?:use|take|try)\b/iu.test(clause) : !namesOwn(clause)) {
      // So it stays as it was.
    } else isForbidden = false;
    (isForbidden ? stays : does).push(clause);
  }
  // "Keep the relay", and nothing else, orders nothing that is to be set apart.
  if (stays.length === 0 || (stays.every((clause) => kept(clause)) && does.length === 0))
    return { does: read.trim(), stays: excepted.join('\n') };
  return { does: does.join(', '), stays: [...stays, ...excepted].join('\n') };
}

const namesOwn = (clause: string) => partsNamedIn(clause).length > 0 || NAMES_KIND.test(clause);
const NAMES_KIND = anySpelling(
  /\b(?:everything|all|others?|rest|boards?|controllers?|displays?|screens?|sensors?|supply|batter(?:y|ies)|first|second|third|last|number \d+)\b|(?<!\p{L})(?:كل|الكل|الباقي|ال(?:لوحة|شاشة|حساس|بطارية|تغذية|أولى?|ثاني|ثانية|أخيرة?))(?!\p{L})/iu,
);
