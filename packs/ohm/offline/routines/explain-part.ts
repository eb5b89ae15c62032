import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partKindOf, type PartKind } from '../../schema/parts/part-kinds.ts';
import { purposeOf } from '../../schema/parts/purposes.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { factsOf } from './which-part.ts';
import { say } from './wishes.ts';

const LEADS_IN = String.raw`^\W*(?:(?:hi|hello|hey|and|so|ok|okay|but|sorry|wait|um)\W+)*(?:(?:can|could) you (?:please )?(?:tell me|explain)(?: to me)? |please |(?:i (?:do not|don'?t) know) |tell me )?`;
const KIND = String.raw`((?:[\p{L}\d-]+ ){0,3}?[\p{L}\d-]+?)`;
/** Asks what a thing is, does or is for: no list, value or state of the project. */
const ASKS_WHAT = [
  new RegExp(
    String.raw`${LEADS_IN}what(?:'s|s| is| are|'re) (?:an?|the)? ?${KIND}(?: (?:for|good for|used for|do|anyway|exactly|used))?(?: and (?:what|why|how)\b[^?]*)?\W*$`,
    'iu',
  ),
  new RegExp(
    String.raw`${LEADS_IN}what (?:does|do|would|can) (?:an?|the)? ?${KIND} (?:do|even do|mean|actually do)(?: (?:exactly|here|for me|in (?:this|my) project))?\W*$`,
    'iu',
  ),
  new RegExp(
    String.raw`${LEADS_IN}(?:explain|define|describe) (?:to me )?(?:what )?(?:an?|the)? ?${KIND}(?: is| does| to me)?\W*$`,
    'iu',
  ),
  new RegExp(String.raw`${LEADS_IN}what (?:an?|the) ${KIND} is(?: for)?\W*$`, 'iu'),
  new RegExp(String.raw`${LEADS_IN}how (?:does|do) (?:an?|the) ${KIND} work\W*$`, 'iu'),
  anySpelling(
    /^[^\p{L}\d]*(?:ما (?:هو|هي|فائدة|وظيفة|عمل)|ما معنى|شو (?:هو|هي|يعني)|ايش (?:هو|هي|يعني)|وش (?:هو|هي|يعني)|ماذا (?:يعني|تعني|يفعل|تفعل)|اشرح(?: لي)?(?: ما هو| ما هي)?) ((?:[\p{L}\d-]+ ){0,3}?[\p{L}\d-]+)[^\p{L}\d]*$/iu,
  ),
];
/** "Relay?": nothing but the thing. */
const BARE = /^((?:[\p{L}\d-]+ ){0,2}[\p{L}\d-]+)\s*[?؟]+$/u;
/** Of the project, of numbers or of who is asked: others answer it. */
const NO_PART = anySpelling(
  /\b(?:it|this|that|these|those|you|your|i|my|we|our|mine|next|name|time|date|weather|total|cost|price|budget|bom|parts?(?: list)?|list|components?|wiring|wires?|code|firmware|sketch|line|lines|pin|pins|project|plan|brief|requirements?|mvp|prd|version|step|steps|status|difference|best|better|cheapest|cheaper|problem|wrong|missing|left|voltage|current|power|address|limit|target|idea|goal|point|reason|new|up|going on|there|first|second|last|in|of|on|about|with|between)\b|(?:هذا|هذه|ذلك|مشروع|قائمة|توصيل|برنامج|كود|ميزانية|تكلفة|سعر|جهد|تيار|الخطوة|التالي|الفرق|أفضل|اسمك)/iu,
);

/** What a sensor measures is no part: "what is light?". */
const MEASURED =
  /^(?:water|rain|light|darkness|temperature|humidity|moisture|soil|plants?|pressure|distance|motion|movement|gas|smoke|air quality|weight|acceleration|(?:ال)?(?:حرارة|رطوبة|تربة|مسافة|حركة|غاز|دخان|ضوء|نبات\p{L}*))$/iu;

/** "What is a servo?": from what is known of parts; of a thing that is not known, that. */
export const explainPart: OfflineRoutine = (turn) => {
  const { text, language } = turn.message;
  const asked = ASKS_WHAT.map((pattern) => pattern.exec(text)?.[1]?.trim()).find(Boolean);
  // A bare name may go on with what was spoken of, and other routines know that better.
  const kind = asked ?? (turn.nothingFits ? BARE.exec(text.trim())?.[1] : undefined);
  // The pins of a part are told with what they are connected to.
  if (kind === undefined || /\bpin ?(?:outs?|s)\b/iu.test(kind)) return undefined;
  const general = partKindOf(kind);
  if (general) return { reply: tellKind(turn, general) };
  const part = MEASURED.test(kind) ? undefined : partsNamedIn(kind)[0];
  const purpose = part && purposeOf(part.id, language);
  if (part && purpose !== undefined) {
    const name = nameIn(language, part);
    const facts = factsOf(turn, part, undefined);
    return { reply: `${name}: ${purpose}.\n${facts}.` };
  }
  if (asked === undefined || !turn.nothingFits || NO_PART.test(kind) || turn.byStaff) return undefined;
  return {
    reply: say(
      turn,
      `“${kind}” is not one of the parts that I know, so I cannot explain it here. I can say what the parts of my catalogue are for: ask for example “what is a relay?”.`,
      `«${kind}» ليست من القطع التي أعرفها، فلا أستطيع شرحها هنا. أستطيع أن أشرح قطع قائمتي: اسأل مثلا «ما هو المرحل؟».`,
    ),
  };
};

/** What such parts do, and which of them there are. */
function tellKind(turn: RoutineTurn, { en, ar, parts }: PartKind): string {
  const { language } = turn.message;
  return [
    say(turn, en, ar),
    say(turn, 'I know these:', 'أعرف منها:'),
    ...parts.map((part) => `- ${nameIn(language, part)}: ${purposeOf(part.id, language) ?? ''}`),
  ].join('\n');
}

const ASKS_PRICE_OF = [
  new RegExp(
    String.raw`${LEADS_IN}(?:what|how much) (?:does|do|would|will) (?:an?|one|another|some)? ?${KIND} cost\W*$`,
    'iu',
  ),
  new RegExp(
    String.raw`${LEADS_IN}(?:how much|how expensive) (?:is|are) (?:an?|one|another|some) ${KIND}\W*$`,
    'iu',
  ),
  new RegExp(String.raw`${LEADS_IN}(?:what(?:'s|s| is) the )?price of (?:an?|one|another) ${KIND}\W*$`, 'iu'),
  anySpelling(
    /^[^\p{L}\d]*(?:كم|بكم) (?:سعر|ثمن|يكلف|تكلف) ((?:[\p{L}\d-]+ ){0,2}?[\p{L}\d-]+)[^\p{L}\d]*$/iu,
  ),
];

/** "What does a servo cost?": of the one part, whatever the list has. */
export const tellPriceOfPart: OfflineRoutine = (turn) => {
  const kind = ASKS_PRICE_OF.map((pattern) => pattern.exec(turn.message.text)?.[1]).find(Boolean);
  const [part, ...others] = kind === undefined ? [] : partsNamedIn(kind);
  if (!part || others.length > 0) return undefined;
  const name = nameIn(turn.message.language, part);
  return { reply: `${name}: ${factsOf(turn, part, undefined)}.` };
};

const SOLDERING = anySpelling(/\bsolder\w*\b|لحام|ألحم|نلحم/iu);
const MAX_WORDS_OF_SOLDERING = 8;
const ASKS = anySpelling(
  /[?؟]|^\W*(?:(?:and|so|but|ok)\W+)?(?:do|does|is|can|must|should|how|what|will|without|no)\b|(?<!\p{L})هل(?!\p{L})/iu,
);

/** Whether anything has to be soldered: what is wired here stands on a breadboard. */
export const tellSoldering: OfflineRoutine = (turn) => {
  const { text } = turn.message;
  if (!SOLDERING.test(text) || !ASKS.test(text) || turn.calls.length > 0) return undefined;
  const isOfThatAlone =
    normalizedWords(text).length <= MAX_WORDS_OF_SOLDERING && partsNamedIn(text).length === 0;
  if (!turn.nothingFits && !isOfThatAlone) return undefined;
  return {
    reply: say(
      turn,
      'For this you need no soldering: the parts list has a breadboard and jumper wires, which are plugged. Only some modules and boards are sold with loose pin headers; look for “with headers soldered”.',
      'لا تحتاج هنا إلى لحام: في قائمة القطع لوحة تجارب وأسلاك توصل بالغرز. بعض القطع واللوحات فقط تباع وأطرافها غير ملحومة؛ اختر ما كتب عليه أن الأطراف ملحومة.',
    ),
  };
};
