import { anySpelling, normalizeText } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { toldWithout } from '../rules/left-out.ts';

const MAKES = anySpelling(
  /\b(?:put together|make|create|write|generate|build|draw|design|plan|prepare|list|add|include|remove|drop|take out|replace|swap|change|switch|set|use|need|update|regenerate|redo|rework|wire|connect|hook up|keep|cut|reduce|save|flash|program|give me|do|work out|optimi[sz]e|how much|how do i|how (?:is|are|should)|what do i need|what (?:should|must) i buy|expensive|cheaper|costs?|prices?|budget check|(?:check|review) (?:the |my |our )?(?:budget|costs?)|(?:within|over|in) (?:the |my |our )?budget|(?:what(?:'s| is)|tell me) the total|make (?:it|that|them|those) \d)\b|(?:فحص|راجع|تحقق من) (?:ال)?ميزانية|المجموع|الإجمالي|(?<!\p{L})خلي\p{L}* \d|جهز|اكتب|أنشئ|أضف|احذف|وصل|أوصل|كيف|ارسم|أعد|اجعل|خفض|أحتاج|أشتري|أرخص|تكلف|سعر|غالي|استبدل|أزل|[أا]?عط[ي]?ن[ي]|(?<!\p{L})[وف]?[أتن]?ضي?ف(?!\p{L})|(?<!\p{L})[وف]?(?:بكم|كم|هات|أريد|بدي|أبغى|أبي|سوي|اعمل)(?!\p{L})/iu,
);
const LOOKS = anySpelling(
  /^(?:please\s+)?(?:what(?:'s| is| are| stands)\s+(?:in|on)|show|open|bring up|pull up|let me (?:see|look)|display|read|view|see|i(?: want|'d like| would like) to (?:see|look)|(?:can|could|may) (?:i|we|you) (?:please )?(?:see|show|view|look at|have a look at|display)(?!.*\b(?:something|cheaper|how)\b)|(?:what|which) (?:parts?|components?) (?:do|have) (?:i|we) (?:have|got)|where are we|where do we)\b|\b(?:panel|drawer)\b|^(?:ماذا في|ما في|اعرض|افتح|أرني|ورني|وريني|فرجيني|ممكن (?:أرى|أشوف)|هل يمكنني رؤية)/iu,
);

const ASKS_PARTS = anySpelling(
  /\b(?:what|which) (?:parts?|components?)(?: all)? (?:(?:do|will|would|should|must) (?:i|we) (?:need|buy|order|get)|(?:are|is) (?:needed|required|necessary))\b|\bwhat(?:['’]?s| is| are)? (?:all )?(?:needed|required)(?=\s*[?.!]*$)|(?<!\p{L})(?:ما|أي|شو|ايش|وش)(?: هي)? (?:ال)?(?:قطع|مكونات)\p{L}* (?:التي |اللي )?(?:المطلوبة|مطلوبة|اللازمة|لازمة|الضرورية|أحتاج|نحتاج|أشتري|نشتري|تلزم|يلزم)\p{L}*/iu,
);

/** "What parts do I need, and what do they cost?": the whole list, with its prices. */
export const asksForParts = (text: string) => ASKS_PARTS.test(text);

/** The message asks to see what there is: the tools' own words serve it. */
export function looks({ message }: RoutineTurn): boolean {
  return LOOKS.test(message.text.trim());
}

/** What each agent makes, as people name it: "wiring", "parts list please". */
const NAMES: Readonly<Record<string, { kind: string; named: RegExp }>> = {
  bomGenerator: {
    kind: 'bom',
    named:
      /^(?:(?:parts?|bom|bill of materials|components?|shopping)(?: list)?|list)$|^(?:قايمه )?(?:ال)?(?:قطع|مكونات|قايمه)$/,
  },
  wiringDiagram: {
    kind: 'wiring',
    named: /^(?:wiring|schematic|connections?)(?: (?:diagram|table))?$|^(?:ال)?(?:توصيل|توصيلات|مخطط)$/,
  },
  codeGenerator: { kind: 'code', named: /^(?:code|firmware|sketch|program)$|^(?:ال)?(?:كود|برنامج)$/ },
  budgetOptimizer: {
    kind: 'budget',
    named: /^(?:budget|costs?|cost breakdown|cheaper|savings?)$|^(?:ال)?(?:ميزانيه|تكلفه|ارخص)$/,
  },
};
const AROUND =
  /\b(?:the|a|my|our|please|pls|plz|now|and|ok|okay|then|next)\b|(?<!\p{L})(?:من فضلك|لو سمحت|ما|هي|هو|شو|ايش|وش|(?:ا|ت)?عطي?ني|هات(?:ي|وا)?|جهز(?:ي|وا)? لي|جهز|ممكن|بدي|اريد|ابغي|عايز|كل|المطلوبه|اللازمه|التي احتاجها|للمشروع|لي|كامله)(?!\p{L})/gu;

const AGAIN =
  /\b(?:again|once more|one more time|another time)\b|(?<!\p{L})(?:مره (?:اخري|ثانيه)|مجددا|من جديد|تاني)(?!\p{L})/u;
/** With what showing it is asked for, and with what else "again" is said: "show me the parts again". */
const ASKS_AGAIN =
  /\b(?:again|once more|one more time|another time|can|could|may|you|i|we|let|show|see|give|tell|repeat|print|list(?= (?:me |us |out |the |all |my |our )*(?:parts|components|bom))|display|read|me|us|out|all|what|whats|which|s|was|were|is|are|had)\b|(?<!\p{L})(?:مره (?:اخري|ثانيه)|مجددا|من جديد|تاني|اعرض|ارني|وريني|فرجيني|كرر|لي)(?!\p{L})/gu;

/** "Parts list again", "show me the wiring once more": the kind that is to be told as it is. */
export function kindAskedAgain(turn: RoutineTurn): string | undefined {
  const { normalized } = turn.message;
  if (!AGAIN.test(normalized)) return undefined;
  const rest = normalized.replaceAll(ASKS_AGAIN, ' ').trim();
  return kindNamedAlone({ ...turn, message: { ...turn.message, normalized: rest } });
}

/** The message asks for something to be made or changed; what there is not yet is asked for by its name alone. */
export function makes(turn: RoutineTurn): boolean {
  if (looks(turn) || isShownAgain(turn)) return false;
  return MAKES.test(turn.message.text) || asksForParts(turn.message.text) || namesWhatIsMissing(turn);
}

/** What there is, is shown again; what there is not yet, is made. */
export function isShownAgain(turn: RoutineTurn): boolean {
  const kind = kindAskedAgain(turn);
  return kind !== undefined && kind in turn.artifacts;
}

function namesWhatIsMissing(turn: RoutineTurn): boolean {
  const kind = kindNamedAlone(turn) ?? kindAskedAgain(turn);
  return kind !== undefined && !(kind in turn.artifacts);
}

/** The kind of the agent, where the message is no more than its name: "code", "parts list please". */
export function kindNamedAlone({ agent, message, artifacts }: RoutineTurn): string | undefined {
  const own = NAMES[agent];
  if (!own) return undefined;
  // "Parts list, and no display": where there is a list, the display is taken out of it.
  const asked = own.kind in artifacts ? message.normalized : normalizeText(toldWithout(message.text).rest);
  const isName = own.named.test(
    (asked === normalizeText(message.text) ? message.normalized : asked)
      .replaceAll(AROUND, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return isName ? own.kind : undefined;
}

const GREETS =
  /^(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|great|perfect|bye|good (?:morning|evening)|مرحبا|شكرا|السلام)[\s\p{P}\w]{0,25}$/iu;

export function greets({ message, smallTalk }: RoutineTurn): boolean {
  return smallTalk !== undefined || GREETS.test(message.text.trim());
}

/** Words for a language. */
export function say({ message }: Pick<RoutineTurn, 'message'>, en: string, ar: string): string {
  return message.language === 'ar' ? ar : en;
}

const DOES_NOT_WORK = anySpelling(
  /\b(?:does not|doesn'?t|do not|don'?t|won'?t|will not|is not|isn'?t|not|stopped|never) (?:\w+ )?(?:work\w*|light\w*|turn\w*|start\w*|respond\w*|show\w*|connect\w*|spin\w*|read\w*|upload\w*|compile\w*)\b|\b(?:it|the (?:\w+ )?(?:device|alarm|buzzer|led|light|screen|display|sensor|pump|motor|servo|relay|board)) (?:doesn'?t|does not|won'?t|will not|isn'?t|didn'?t)\b|\bnothing happens\b|\b(?:broken|wrong (?:value|reading)s?|overheat\w*|gets? (?:very )?hot)\b|(?:لا|ما|لم|مش) (?:ي|ت|أ)?(?:عمل|عمله|شتغل|ضيء|ستجيب|شتغلش)|معطل|عطلان/iu,
);
const PLANS = anySpelling(
  /\b(?:build|make|create|alarm|alert|notify|warn|when|if|should)\b|أبني|بناء|إنذار|عندما|إذا/iu,
);

/** Something that was built does not do what it should; a plan that speaks of such a thing is none. */
export function isTrouble({ message }: RoutineTurn): boolean {
  return DOES_NOT_WORK.test(message.text) && !PLANS.test(message.text);
}
