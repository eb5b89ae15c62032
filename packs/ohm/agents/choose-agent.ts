import { z } from 'zod';
import { defineTask, type AgentChoiceInput } from '#pack-kit';
import {
  hasPhrase,
  MAX_READ_CHARACTERS,
  normalizedWords,
  westernDigits,
  withDigits,
  anySpelling,
} from '#text';
import { partsNamedIn } from '../schema/parts/find-parts.ts';
import { pinQuestionIn } from '../offline/rules/board-pins.ts';
import { asksForParts } from '../offline/routines/wishes.ts';
import { asksWhyPin } from '../offline/routines/why-that-pin.ts';
import { namesLimit, namesMoney } from '../offline/rules/cost-limit.ts';
import { ordered } from '../offline/rules/change-wish.ts';
import { toldWithout } from '../offline/rules/left-out.ts';
import { leavesOnlyParts } from '../offline/rules/only-left.ts';
import { changesList, tellsOfDoing, wantsCheaperPart } from '../offline/rules/list-changes.ts';
import { agentList, agents, FALLBACK_AGENT, promptOf } from './agents.ts';
import { datasheetFacts } from '../offline/rules/datasheet-facts.ts';

type Cue = (text: string, words: string[]) => boolean;

const words = (list: string) => list.split(/[,،]\s*/).map((word) => word.trim());
const cue =
  (list: string, pattern?: RegExp): Cue =>
  (text, found) =>
    hasPhrase(found, words(list)) || (pattern?.test(text) ?? false);

/** A project is told of, and what it may cost besides. */
const BEGINS_PROJECT = anySpelling(
  /\b(?:i (?:want|would like|plan|need|am planning|'d like) to (?:build|make|create)|i'd like to (?:build|make|create)|let'?s (?:build|make)|(?:my|the) (?:plan|idea|goal) is)\b|(?<!\p{L})(?:أريد|أود|بدي|أبغى|نريد) (?:أن )?(?:أبني|نبني|بناء|أصنع|نصنع|صنع|عمل|أعمل)(?!\p{L})|فكرتي/iu,
);
const MIN_PARTS_OF_A_DEVICE = 2;
/** "Weather station with an ESP8266 and a DHT22, under 20 dollars": a device, told without a verb. */
function tellsOfDevice(text: string): boolean {
  return partsNamedIn(text).length >= MIN_PARTS_OF_A_DEVICE && !CHANGES.test(text);
}
/** "A plant monitor with an ESP32, without a screen": a device, told with what it is not to have. */
function tellsOfDeviceWithout(text: string): boolean {
  const { rest, leftOut } = toldWithout(text);
  const named = partsNamedIn(rest).length;
  if (leftOut.length === 0 || named === 0 || changesList(rest) || CHANGES.test(text) || /[?؟]/.test(text))
    return false;
  return named >= MIN_PARTS_OF_A_DEVICE || IS_A_DEVICE.test(text);
}
const IS_A_DEVICE = anySpelling(
  /^\W*(?:an?|my|build (?:me )?an?|i (?:want|need|would like|plan)|i'd like|let'?s (?:build|make))\b(?! (?:parts|bom|list))|^\W*(?:جهاز|نظام|محطة|حساس|مراقب|ميزان|روبوت|إنذار|أريد|بدي|أبغى|فكرتي)(?!\p{L})/iu,
);
const CHANGES = anySpelling(
  /\b(?:cheaper|replace|swap|instead|remove|drop|add|keep|reduce|cut|save|make it|bring it)\b|أرخص|استبدل|بدل|احذف|أضف|خفض/iu,
);
const ASKS_COST = anySpelling(/\b(?:how much|costs?|prices?|parts list)\b|[?؟]|كم|تكلف/iu);

/** A change of the parts list, or what has to be bought. */
const OF_PARTS: Cue = cue(
  'bom, part, parts, parts list, component, components, shopping list, bill of materials, what do i need, what do we need, to buy, should i buy, do i buy, do we buy, must i buy, should we buy, do i order, do we order, قطع، القطع، مكونات، القائمة، قائمة، أحتاج، أشتري',
  anySpelling(
    /\b(?:add|remove|drop|take out|get rid of|leave out|replace|swap|substitute|instead of|in place of|(?:put|bring) (?:it|that|them|the \w+) back)\b|\bdo (?:i|we) (?:really )?need an?\b|\bmake (?:it|that|them|those) (?:\d{1,2}|two|three|four|five|six) (?:more )?(?:\p{L}+ )?(?:leds?|lights?|sensors?|relays?|servos?|motors?|buttons?|buzzers?|pumps?|displays?)\b|(?<!\p{L})(?:خلي|اجعل)\p{L}* \d{1,2} (?:ليد|حساس|ريليه|زر|محرك|led)|^\W*(?:(?:and|but|so|ok|what about|how about)\W+)*without (?:the|an?|any)\b|^و?(?:(?:لا|هل|ممكن|يمكنك|هل يمكنك|لو سمحت) )?(?:أضف|احذف|أزل|استبدل|بدل|شيل|امسح|استبعد|ألغ|غير\s|رجع|أعدها|أعده)|بدلا من|هل (?:أحتاج|نحتاج|يلزم)/iu,
  ),
);

const OF_LIST: Cue = cue('bom, parts, components, list, قطع، القطع، قائمة، القائمة، مكونات');

/** In this order; the first row that matches decides. */
const CUES: [agent: string, matches: Cue][] = [
  ['datasheetAnalyzer', cue('datasheet, data sheet, spec sheet, ورقة البيانات، ورقة بيانات')],
  [
    'circuitVerifier',
    cue(
      'verify, check my circuit, check the circuit, check my wiring, check the wiring, wired right, wired correctly, review the schematic, review my schematic, photo of the board, تحقق من الدائرة، افحص الدائرة، افحص التوصيل',
      anySpelling(
        /\b(?:safe(?:ly|ty)?|unsafe|danger(?:ous)?|hazard\w*|risky?|burn|damage|fry|short(?:ed)?|correct(?:ly)?|right(?! now| away)|wrong|ok(?:ay)?|fine|mistakes?|errors?|problems?)\b[^.!?]{0,40}\b(?:wiring|wired|wires?|circuit|schematic|connections?|connected|pinout)\b|\b(?:wiring|wired|wires|circuit|schematic|connections?)\b[^.!?]{0,40}\b(?:safe(?:ly|ty)?|unsafe|danger(?:ous)?|hazard\w*|risky|burn|damage|fry|correct(?:ly)?|right(?! now| away)|wrong|okay|ok|fine|good|mistakes?|errors?|problems?)\b|\b(?:can|could|will|does) (?:the )?(?:board|pins?|supply|battery|it) (?:take|handle|stand|survive|cope with|give|deliver)\b[^.?!]{0,30}\b(?:current|load|volt\w*|power|ma|that|this|much)\b|(?<!\p{L})(?:[يت]تحمل|[يت]كفي)\p{L}* (?:ال)?(?:لوحة|منفذ|منافذ|مصدر|بطارية)|\bis (?:it|this|that|everything|all(?: of it)?) (?:really |all )?(?:safe|dangerous)\b|\b(?:will|could|can|might) (?:it|this|that|something|anything|i) (?:burn|catch fire|explode|blow up|fry|short|get hot|overheat|hurt|electrocute)|(?<!\p{L})(?:آمن|خطر|خطير|خطأ|غلط|مشكلة|مشاكل|أخطاء|يحترق|تحترق|تلف|ماس)\p{L}*.{0,30}(?:توصيل|دائرة|دارة|أسلاك|وصلات)|(?:توصيل|دائرة|دارة|أسلاك|وصلات)\p{L}*.{0,30}(?<!\p{L})(?:غير )?(?:آمن|خطر|خطير|خطأ|غلط|مشكلة|مشاكل|أخطاء|سليم|صح)\p{L}*|(?<!\p{L})هل (?:هو|هي|هذا|هذه|كل شيء|الجهاز) (?:آمن|خطر|خطير)\p{L}*|هل (?:س?يحترق|س?تحترق|س?ينفجر)|(?:تحقق|تأكد|افحص|راجع)\p{L}*.{0,12}(?:توصيل|دائرة|دارة)|(?:توصيل|دائرة|دارة|موصل)\p{L}*.{0,20}(?:صحيح|سليم|مضبوط)/u,
      ),
    ),
  ],
  ['wiringDiagram', (text) => asksWhyPin(text) || (pinQuestionIn(text)?.boards.length ?? 0) > 0],
  ['bomGenerator', (text) => wantsCheaperPart(text)],
  [
    'conversational',
    (text) => namesMoney(text) && !ASKS_COST.test(text) && (BEGINS_PROJECT.test(text) || tellsOfDevice(text)),
  ],
  [
    'conversational',
    (text, found) => !asksForParts(text) && !OF_LIST(text, found) && tellsOfDeviceWithout(text),
  ],
  ['budgetOptimizer', (text) => namesLimit(text)],
  // Its list has the prices; without a list there is nothing that a budget could tell.
  ['bomGenerator', (text) => asksForParts(text)],
  [
    'budgetOptimizer',
    cue(
      'budget, cheaper, cut the cost, cut costs, save money, how much will it cost, how much does it cost, cost breakdown, cost sheet, cost, costs, expensive, pricey, price, prices, how much is, how much now, how much in total, how much then, total, on spending, savings, ميزانية، الميزانية، أرخص، المجموع، الإجمالي، بكم، تكلفة، التكلفة، تكلف، يكلف، سعر، السعر، غالي',
      anySpelling(/(?<!\p{L})(?:ال|ب|و)?(?:تكلف|يكلف|سعر|أسعار|ثمن)\p{L}*/iu),
    ),
  ],
  [
    'codeGenerator',
    cue(
      'code, firmware, sketch, program, flash it, library, libraries, compile, header, display routine, source file, كود، الكود، برنامج، برمج، ملفا، ملف',
      /(?:^|[\s"'`(])(?:[\w.-]+\/)*[\w-]+\.(?:cpp|c|h|ino|py|hpp)\b|\bfile for\b|\bits own file\b/i,
    ),
  ],
  [
    'wiringDiagram',
    cue(
      'wire, wiring, rewire, rewiring, connect, connection table, connected, which pin, what pin, the pin, pins, pinout, schematic, hook up, hook it up, توصيل، التوصيل، التوصيلات، أوصل',
      anySpelling(
        /(?<!\p{L})و?(?:أوصل|نوصل|وصل(?!تني|تنا|ني|نا| (?:ال)?(?:طرد|شحن|طلب))|وصّل|توصيل)\p{L}*|\bwhere (?:do|should|can|must) (?:i|we) (?:plug|put|attach|solder|hook)\b|\b(?:on|is|use) (?:(?:pin|gpio|io|gp)[\s_#]*[da]?|[da])\d{1,2}\b|أي (?:منفذ|دبوس|طرف|منافذ|أطراف)|(?<!\p{L})(?:ما|كم|شو|وش)(?: هي| عدد)? (?:ال)?(?:منافذ|دبابيس|أطراف|أرجل)(?!\p{L})|(?:المنفذ|منفذ|الدبوس|دبوس|الطرف)\s*(?:رقم\s*)?[dDaA]?[\d٠-٩]/iu,
      ),
    ),
  ],
  [
    'bomGenerator',
    (text, found) =>
      ((OF_PARTS(text, found) || OF_PARTS(ordered(text), found)) && !tellsOfDoing(text)) ||
      leavesOnlyParts(text) ||
      (changesList(text) && partsNamedIn(text).length > 0),
  ],
  [
    'projectInitializer',
    cue(
      'new project, start over, set up the project, set up a project, initialise, initialize, مشروع جديد، ابدأ من جديد',
    ),
  ],
];

const POINTING_BACK = words(
  'the same, and for, again, also, what about, how about, نفس الشيء، أيضا، ماذا عن',
);

/** Agents by the name that people write: `bomGenerator`, "the bom generator". */
const NAMED = agents
  .filter(({ background }) => !background)
  .map(
    ({ name }) =>
      [name, new RegExp(String.raw`\b${name.replaceAll(/([A-Z])/g, String.raw`[\s-]?$1`)}\b`, 'i')] as const,
  );

/** The agent that a message names, else by its cue words; one that only points back stays with the agent before. */
export function agentFor({ text: written, lastAgent, attachments = [] }: AgentChoiceInput): {
  agent: string;
  reason: string;
} {
  const text = written.slice(0, MAX_READ_CHARACTERS);
  const named = NAMED.find(([name, pattern]) => name !== 'conversational' && pattern.test(text));
  if (named) return { agent: named[0], reason: 'the message names it' };
  if (attachments.some(isDatasheet))
    return { agent: 'datasheetAnalyzer', reason: 'a data sheet is attached' };
  // Digits of either script and numbers in words: "under twelve dollars".
  const found = normalizedWords(text);
  const spoken = westernDigits(withDigits(text));
  const [agent] = CUES.find(([, matches]) => matches(spoken, found)) ?? [];
  if (agent) return { agent, reason: 'words of the message' };
  if (attachments.some(({ mediaType }) => mediaType?.startsWith('image/')))
    return { agent: 'circuitVerifier', reason: 'a picture is attached' };
  if (lastAgent && hasPhrase(found, POINTING_BACK)) return { agent: lastAgent, reason: 'it points back' };
  return { agent: FALLBACK_AGENT, reason: 'no other fits' };
}

const DATASHEET_NAME = /data[\s_-]?sheet|spec[\s_-]?sheet/i;
/** Of the facts that a data sheet has, a text with so many is one. */
const MIN_FACTS = 2;

/** By its name or its text; a PDF that cannot be read is taken for one. */
function isDatasheet({
  name,
  mediaType,
  excerpt,
}: NonNullable<AgentChoiceInput['attachments']>[number]): boolean {
  if (mediaType?.startsWith('image/')) return false;
  if (DATASHEET_NAME.test(name)) return true;
  if (excerpt === undefined) return mediaType === 'application/pdf';
  return datasheetFacts(excerpt).filter(({ value }) => value !== undefined).length >= MIN_FACTS;
}

export const CHOOSE_AGENT = 'ohm.choose_agent';

/** The orchestrator: one agent, how sure it is, and why. */
export const chooseAgent = defineTask({
  key: CHOOSE_AGENT,
  taskType: 'intent_classification',
  instructions: `${promptOf('orchestrator')} Which of these agents of a hardware mentor should answer the message? An agent that the message names wins. A message that only points back ("the same for …", "again") stays with the agent of the last turn, lastAgent. A data sheet among the attachments is for datasheetAnalyzer, a photo of a circuit for circuitVerifier.\n${agentList}`,
  input: z.object({
    text: z.string(),
    language: z.string(),
    caller: z.string().optional(),
    lastAgent: z.string().optional(),
    attachments: z
      .array(z.object({ name: z.string(), mediaType: z.string().nullable(), excerpt: z.string().optional() }))
      .optional(),
  }),
  output: z.object({
    agent: z.string(),
    confidence: z.number().min(0).max(1).optional(),
    reason: z.string().max(300).optional(),
  }),
  rules: (message) => ({ ...agentFor(message as AgentChoiceInput), confidence: 1 }),
});
