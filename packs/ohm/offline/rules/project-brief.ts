import { hasPhrase, normalizedWords, anySpelling } from '#text';
import { briefText } from '../../schema/artifacts/briefs.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { toldWithout } from './left-out.ts';

const CONSTRAINTS = anySpelling(
  /\b(?:battery|batteries|budget|under|at most|no more than|smaller|size|cm|mm|outdoors?|outside|waterproof|rain|volts?|\d+\s?v|solar|must|has to|have to|cannot|can't|months?|dollars?|usd|euros?|eur|bucks)\b|[$€£]|بطارية|ميزانية|خارج|مقاوم|فولت|يجب|دولار/iu,
);
const GOAL_LEAD = anySpelling(
  /^(?:hi|hello|hey)[,!.\s]+|^(?:مرحبا|أهلا|هلا|السلام عليكم)[،,!.\s]+(?:أريد (?:أن أبني|بناء|صنع|أن أصنع)\s*)?|^(?:my|the) (?:plan|idea|goal) is (?:to (?:build|make) )?|^i(?:'d| would)? (?:want|like|plan|am planning|need)(?: to)? (?:build|make|create)? ?|^(?:let's|let us) (?:build|make) |^i'm (?:building|making) |^(?:أريد أن أبني|أريد بناء|فكرتي)\s*/iu,
);

/** "I want to build a lamp, where do I start?": what is told of the device, and a question behind it. */
const QUESTION_BEHIND = anySpelling(
  /^((?:(?:hi|hello|hey|so|ok|okay)[,!]?\s+)?(?:(?:i|we)(?:'d| would|'m|'re| am| are)? (?:(?:want|like|love|plan|planning|need|going|trying|hope) to (?:build|make|create|construct|design)|(?:building|making|designing)|(?:want|need|would like|like) an?)|(?:let's|let us) (?:build|make)|(?:my|the) (?:plan|idea|goal) is|(?:أريد|أود|نريد|بدي|أبغى|أبي) (?:أن )?(?:أبني|نبني|بناء|أصنع|نصنع|صنع|عمل|أعمل)|فكرتي)(?!\p{L})[^?؟]{6,}?)(?:\s*[,;،؛–—]|\s+-)?\s+((?:(?:and|but|so|well)\s+)?(?:(?:where|how|what) (?:do|should|shall|can|would|could|must) (?:i|we)|what (?:is|would be) the (?:first|best)|what(?:'s| is)? (?:next|first)|(?:can|could|will|would) you (?:help|guide)|any (?:ideas?|tips?|advice|suggestions?)|(?:من |ف)?(?:أين|كيف) (?:أبدأ|نبدأ))(?!\p{L})[^?؟]*[?؟])$/iu,
);

function told(sentence: string): string[] {
  const [, first, behind] = QUESTION_BEHIND.exec(sentence.trim()) ?? [];
  return first === undefined || behind === undefined || NO_DEVICE.test(first) ? [sentence] : [first, behind];
}

/** Sentences of a message. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?؟])\s+|\n+/)
    .flatMap(told)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** "How do I build …" tells of a wish; "how long does it last" and "what is a resistor" ask. */
const ASKS = anySpelling(
  /^(?:(?:hi|hello|hey|so|and|but|ok(?:ay)?|well)[\s,!.]+)*(?:what(?:['’]?s)?(?! (?:i|we) (?:want|need|would|have|plan|like)\b)|how (?:long|much|many|far|hot|big|does|is|come|accurate|exact|precise)|why|when|who|which|does|is|are|isn'?t|aren'?t|should|(?:can|could|would|will) (?:it|this|that|the|an?)|compare|explain|tell me (?:what|how|why|about|which|whether|if)|(?:the )?differences? (?:between|of))\b|^و?(?:ما|كم|لماذا|متى|هل|أي|أيهما|شو|ايش|وش|ليش|ليه|ماذا|الفرق|قارن) /iu,
);

export const isQuestion = (sentence: string) => /[?؟]\s*$/.test(sentence) || ASKS.test(sentence.trim());

/** Statements that limit the project. */
export function constraintsIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => CONSTRAINTS.test(sentence) && !isQuestion(sentence));
}

const VERBS: Record<'en' | 'ar', Record<string, string>> = {
  en: {
    sensor: 'Measures with',
    display: 'Shows values on',
    actuator: 'Acts through',
    connectivity: 'Sends over',
  },
  ar: {
    sensor: 'يقيس بواسطة',
    display: 'يعرض القيم على',
    actuator: 'يعمل من خلال',
    connectivity: 'يرسل عبر',
  },
};
/** Contacts measure nothing. */
const NOTICES: ReadonlySet<string> = new Set(['button', 'reed-switch']);
const NOTICING = { en: 'Reacts to', ar: 'يستجيب إلى' };
const ABILITIES: { words: string[]; en: string; ar: string }[] = [
  {
    words: ['wifi', 'wi-fi', 'mqtt', 'web page', 'phone', 'app', 'واي فاي', 'هاتف', 'تطبيق'],
    en: 'Reports over Wi-Fi',
    ar: 'يرسل القيم عبر الواي فاي',
  },
  {
    words: ['log', 'logger', 'record', 'history', 'سجل', 'تسجيل'],
    en: 'Keeps a log of its values',
    ar: 'يحتفظ بسجل للقيم',
  },
  {
    words: ['alert', 'alarm', 'warn', 'notify', 'تنبيه', 'إنذار', 'ينبه'],
    en: 'Warns when a value leaves its limits',
    ar: 'ينبه عند تجاوز القيم حدودها',
  },
];

/** What the device is to measure or do, by the parts that are named; boards are no feature. */
export function featuresIn(text: string, language = 'en'): string[] {
  const words = normalizedWords(text);
  const own = language === 'ar' ? 'ar' : 'en';
  const features = partsNamedIn(toldWithout(text).rest).flatMap((part) => {
    const verb = NOTICES.has(part.id) ? NOTICING[own] : VERBS[own][part.category];
    return verb ? [`${verb} ${nameIn(own, part)}`] : [];
  });
  return [...features, ...ABILITIES.filter((one) => hasPhrase(words, one.words)).map((one) => one[own])];
}

/** When something is to happen: what the parts alone do not tell. */
const CONDITION = anySpelling(
  /\b(?:when(?:ever)?|if|once|as soon as|while|until|unless|every (?:\d+|few|second|minute|hour|day|night|morning|evening|week|time)\b|at (?:night|\d+)|(?:twice|once) (?:a|per))\b|(?<!\p{L})(?:عندما|إذا|كلما|حين|حينما|لما|حتى|ريثما|كل (?:\d+|يوم|ليلة|ساعة|دقيقة|ثانية|صباح|مساء))(?!\p{L})/iu,
);

/** What the device is to do and when, in the person's own words: "LED that blinks when it is dark". */
export function behavioursIn(text: string): string[] {
  return sentencesOf(text)
    .filter((sentence) => !isQuestion(sentence) && CONDITION.test(sentence))
    .filter((sentence) => DOES.test(sentence) || partsNamedIn(sentence).length > 0)
    .map(goalIn);
}

/** Boards and radios that the project stands on, in the words of the catalogue. */
export function stackIn(text: string): string[] {
  return partsNamedIn(toldWithout(text).rest)
    .filter(({ category }) => category === 'mcu')
    .map(({ name }) => name);
}

/** The goal in the person's own words, as a sentence. */
export function goalIn(text: string): string {
  const [first = text] = sentencesOf(text).filter((sentence) => !isQuestion(sentence));
  const bare =
    first
      .replace(GOAL_LEAD, '')
      .replace(/[.!]+$/, '')
      .trim() || first;
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`;
}

/** The three briefs of a project, from the message in which it is told of. */
export function briefsFor(text: string): { kind: 'context' | 'mvp' | 'prd'; content: string }[] {
  const named = featuresIn(text);
  const behaviours = behavioursIn(text);
  const features = [...named, ...behaviours];
  const goal = goalIn(text);
  return [
    {
      kind: 'context',
      content: briefText([
        ['Overview', goal],
        ['Constraints', constraintsIn(text)],
      ]),
    },
    {
      kind: 'mvp',
      content: briefText([
        ['Core features', features.length > 0 ? features : [goal]],
        ['Tech stack', stackIn(text)],
      ]),
    },
    {
      kind: 'prd',
      content: briefText([
        ['Vision', goal],
        ['Functional requirements', [...requirements(named), ...behaviours]],
      ]),
    },
  ];
}

/** One requirement for each feature. */
export function requirements(features: readonly string[]): string[] {
  return features.map((feature) => `The device ${feature.charAt(0).toLowerCase()}${feature.slice(1)}.`);
}

/** "Save this as the project brief: …": what stands behind the colon is the brief. */
const DICTATED = anySpelling(
  /^(?:(?:please|ok|okay|now|and)[\s,]+)*(?:save|store|note|put|write|record|add|keep|use|take)\b[^:\n]{0,60}?\b(?:brief|context|project|requirements?|goal|notes?|background)\b[^:\n]{0,20}:\s*(.+)$|^(?:احفظ|سجل|دون|اكتب|خذ)[^:\n]{0,60}:\s*(.+)$/isu,
);

/** What a message has written down word for word; undefined where it dictates nothing. */
export function dictatedIn(text: string): string | undefined {
  const [, english, arabic] = DICTATED.exec(text.trim()) ?? [];
  return (english ?? arabic)?.trim();
}

/** "A cat feeder": a thing, and nothing said of it. */
const BARE_IDEA = anySpelling(
  /^(?:an?|some|my own|maybe an?)\s+[a-z][a-z -]{2,60}[.!]?$|^(?:جهاز|نظام|حساس|لوحة|روبوت|ساعة|منبه)\s+\p{L}[\p{L} ]{2,60}$/iu,
);

/** What belongs to the talk and is no device. */
const NO_DEVICE = anySpelling(
  /\b(?:questions?|examples?|moments?|minutes?|seconds?|sec|while|time|help|hints?|tips?|ideas?|humans?|persons?|people|someone|bit|lot|little|few|more|details?|explanations?|answers?|breaks?|problems?|jokes?|stor(?:y|ies))\b|ساعة (?:واحدة|فقط|من فضلك)/iu,
);

export function isBareIdea(text: string): boolean {
  return BARE_IDEA.test(text.trim()) && !NO_DEVICE.test(text);
}

/** "With a camera maybe", "it should open twice a day": something that the device is to have or to do. */
const FEATURE_WISH = anySpelling(
  /^(?:(?:and|also|maybe|plus|ok|then)[\s,]+)*(?:with (?:an?|some|the|two|three)\b|it (?:should|could|can|must|has to|needs to|shall)\b(?! be (?:\w+ )?(?:fine|nice|great|good|ok|okay|cool|easy|possible|enough|better))|i (?:also )?want it to\b|(?:please )?(?:make|have|let) it \w+|that (?:can|could|opens?|turns?|sends?|shows?|measures?)\b(?! be ))|^و?(?:مع\s(?!ال)|(?:فيه|يكون|لازم|يقدر|يستطيع)\s|(?:خليه|خله|اجعله|أريده أن|أريده)\s+[يت]\p{L}+)/iu,
);

/** "It measures the humidity and shows it", "تقيس الحرارة وتعرضها": what the device does, told as if it stood there. */
const DOES = anySpelling(
  /^(?:(?:and|also|then|so|ok)[\s,]+)*(?:(?:it|the (?:device|box|station)) )?(?:also )?(?:measures|shows|displays|sends|turns|opens|closes|logs|records|beeps|lights|warns|alerts|detects|reports|controls|waters|switches)\b|^و?(?:[هي]ي?[وي]? )?(?:الجهاز |المحطة )?[يت](?:قيس|عرض|رسل|شغل|نبه|سجل|ضيء|فتح|غلق|طفئ|كشف|سقي|راقب|نذر|صفر|حرك)\p{L}{0,3}(?!\p{L})/iu,
);
/** It stands there indeed, and does what it should not. */
const AMISS = anySpelling(
  /\b(?:errors?|nothing|wrong|but|only|not|never|garbage|weird|strange|blank|no|always|n't)\b|n't\b|(?<!\p{L})(?:خطأ|لكن|لا|غلط|فقط|دائما|ليس)(?!\p{L})/iu,
);
const tellsWhatItDoes = (sentence: string) =>
  DOES.test(sentence) && !AMISS.test(sentence) && featuresIn(sentence).length > 0;

export function wishesIn(text: string): string[] {
  return sentencesOf(text).filter(
    (sentence) => (FEATURE_WISH.test(sentence) || tellsWhatItDoes(sentence)) && !isQuestion(sentence),
  );
}
