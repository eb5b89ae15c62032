import { anySpelling, normalizedWords } from '#text';
import { type RoutineTurn } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { catalogue, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsAlike, partsNamedIn } from '../../schema/parts/find-parts.ts';
import { ADDS, changesList } from '../rules/list-changes.ts';
import { flowRoutine, type Known } from './flow.ts';
import { say } from './wishes.ts';

/** Said of a part alone: what a device does is "faster" and "longer", too. */
const OTHER = String.raw`(?:bigger|larger|smaller|brighter|wider|louder|quieter|better|sharper|more (?:accurate|powerful|precise|sensitive))`;
const OF_PART_ALONE = String.raw`(?:${OTHER}|stronger|faster|slower|longer)`;
const OTHER_AR = String.raw`(?:أكبر|أصغر|أوضح|أعرض|أعلى صوتا|أهدأ|أفضل|أحسن|أدق)`;
const OF_PART_ALONE_AR = String.raw`(?:${OTHER_AR}|أقوى|أسرع|أطول)`;
const KIND = String.raw`(?:displays?|screens?|boards?|micro ?controllers?|sensors?|batter(?:y|ies)|suppl(?:y|ies)|buzzers?|pumps?|motors?|servos?|relays?|leds?|oled|lcd|speakers?|strip)`;
const KIND_AR = String.raw`(?:شاشة|لوحة|حساس|بطارية|جرس|صفارة|مضخة|محرك|مرحل|ليد)`;
/** Between the two stands what describes the part: "longer on battery" is what the device does. */
const DESCRIBES = String.raw`(?: (?!(?:than|on|with|from|by|for|in|at|of|to|as|when|while|if|and|or|an?|the|my|our|is|are|so|using|because|until|after|before|via|through)\b)\w+)`;
/** "A longer battery life", "a faster motor speed" is said of something else. */
const OF_PART_ITSELF = String.raw`(?! (?:life|lifetime|runtime|speed|readings?|range|interval|delay|time|text|letters|cables?|wires?|values?|sounds?|beeps?|tones?|rate|data|code)\b)`;
const TO_BE = String.raw`(?:to |should |could |can |must |needs? to |has to |have to |ought to |would |might )?be`;
const END = String.raw`\s*(?:please|pls|من فضلك|لو سمحت)?\s*(?:[.!?؟]|$)`;
/** "A bigger display", "can the screen be larger?", "swap the pump for something quieter", "make the display bigger", "شاشة أكبر". */
const WANTS_OTHER = anySpelling(
  new RegExp(
    [
      String.raw`\b${OF_PART_ALONE}${DESCRIBES}{0,2} ${KIND}\b${OF_PART_ITSELF}`,
      String.raw`\b(?:the|my|our|this) (?:\w+ )?${KIND} ${TO_BE} ${OTHER}${END}`,
      String.raw`\b(?:make|want|need) (?:the|my|our|this) (?:\w+ )?${KIND} ${OTHER}${END}`,
      String.raw`\b(?:replace|swap|change|exchange|switch|trade) (?:the|my|our|this) (?:\w+ )?${KIND} (?:with|by|for|to|out for) (?:something|anything|one (?:that is|that's|which is)|an?)(?: \w+)? ${OF_PART_ALONE}(?: one)?${END}`,
      String.raw`(?<!\p{L})(?:استبدل|بدل|غير) ال${KIND_AR} ب(?:شيء |قطعة |واحدة? )?${OF_PART_ALONE_AR}${END}`,
      String.raw`(?<!\p{L}|(?<!\p{L})عمر )${KIND_AR}(?: \w+)? ${OF_PART_ALONE_AR}${END}`,
      String.raw`(?<!\p{L})(?:تكون|يكون|تصبح|يصبح|اجعل|أريد|نريد|بدي) ال${KIND_AR} ${OTHER_AR}${END}`,
      String.raw`(?<!\p{L})ال${KIND_AR} (?:تكون|يكون|تصبح|يصبح) ${OTHER_AR}${END}`,
    ].join('|'),
    'iu',
  ),
);
/** Whether it is needed is a question, and no wish. */
const ASKS_FOR_NEED = anySpelling(
  /^(?:and |but |so )?(?:do|does|why|would|should)\b.*\bneed|^هل [أنت]حتاج/iu,
);
const BOARD = anySpelling(/\b(?:boards?|micro ?controllers?)\b|(?<!\p{L})(?:ال)?لوحة(?!\p{L})/iu);
const MAX_WORDS = 10;
const MOST = 4;

/** The parts of the catalogue that a kind may be, the one that is taken for it first. */
function kindOf(text: string): readonly CataloguePart[] {
  if (BOARD.test(text)) return catalogue.filter(({ category }) => category === 'mcu');
  const [first] = partsNamedIn(text);
  return first?.category === 'display'
    ? catalogue.filter(({ category }) => category === 'display')
    : partsAlike(text);
}

/**
 * Only a part of some other size is wished for: what is to come, to go, or to be another part by its name is for those who
 * change the list. "More accurate" adds nothing, so that the wish itself is left out.
 */
function saysNoMore(text: string): boolean {
  const rest = text.replace(WANTS_OTHER, ' ');
  return (
    rest !== text &&
    !ASKS_FOR_NEED.test(text) &&
    !ADDS.test(rest) &&
    !changesList(rest) &&
    partsNamedIn(rest).length === 0
  );
}

/** What the project has: its parts list, before there is one what its briefs name. */
function partsOfProject({ read, turn }: Known): readonly { id: string; name: string }[] {
  const bom = read['bom']?.content as Bom | undefined;
  if (bom) return bom.components;
  const told = ['context', 'mvp'].map((kind) => read[kind]?.content).filter((one) => typeof one === 'string');
  return partsNamedIn([...told, ...turn.said].join('\n'));
}

/**
 * "A bigger display": what there is of the kind. The catalogue holds no sizes, so which one is bigger is not said; where the
 * project has none at all, that is.
 */
export const tellOthersOfKind = flowRoutine({
  agents: ['conversational', 'bomGenerator'],
  wanted: ({ message, artifacts }) =>
    ('context' in artifacts || 'bom' in artifacts) &&
    saysNoMore(message.text) &&
    normalizedWords(message.text).length <= MAX_WORDS &&
    kindOf(message.text).length > 0,
  reads: ({ artifacts }) =>
    'bom' in artifacts ? ['bom'] : ['context', 'mvp'].filter((one) => one in artifacts),
  work: (known) => {
    const { turn } = known;
    const kind = kindOf(turn.message.text);
    const own = partsOfProject(known).filter(({ id }) => kind.some((part) => part.id === id));
    const others = kind.filter(({ id }) => !own.some((part) => part.id === id)).slice(0, MOST);
    return own.length === 0 ? none(turn, kind.slice(0, MOST)) : instead(turn, own, others);
  },
});

const priced = (turn: RoutineTurn, parts: readonly CataloguePart[]) =>
  parts.map((part) => {
    const price = part.unitPrice.toFixed(2);
    return `- ${nameIn(turn.message.language, part)}: ${say(turn, `${price} USD at a sample price`, `${price} دولار بسعر تجريبي`)}`;
  });

const NAMES: Readonly<Record<string, [en: string, ar: string]>> = {
  display: ['display', 'أي شاشة'],
  mcu: ['board', 'أي لوحة'],
  sensor: ['such sensor', 'حساس كهذا'],
};

function none(turn: RoutineTurn, kind: readonly CataloguePart[]): string {
  const [first] = kind;
  const name = first ? nameIn(turn.message.language, first) : '';
  const [en, ar] = NAMES[first?.category ?? ''] ?? ['such part', 'شيء من ذلك'];
  return [
    say(
      turn,
      `There is no ${en} in this project yet. Shall I add one? I know:`,
      `لا يوجد ${ar} في هذا المشروع بعد. هل أضيف ذلك؟ أعرف:`,
    ),
    ...priced(turn, kind),
    say(turn, `Say for example “add the ${name}”.`, `اكتب مثلا «أضف ${name}».`),
  ].join('\n');
}

function instead(
  turn: RoutineTurn,
  own: readonly { id: string; name: string }[],
  others: readonly CataloguePart[],
): string {
  const { language } = turn.message;
  const names = own.map((part) => nameIn(language, part)).join(say(turn, ', ', '، '));
  const [other] = others;
  const [one] = own;
  if (!other || !one)
    return say(
      turn,
      `The project has the ${names}; I know no other part of that kind.`,
      `في المشروع ${names}، ولا أعرف قطعة أخرى من هذا النوع.`,
    );
  const [from, to] = [nameIn(language, one), nameIn(language, other)];
  return [
    say(
      turn,
      `The project has the ${names}. My catalogue has no sizes, so I cannot say which one is more; of this kind I also know:`,
      `في المشروع ${names}. لا توجد مقاسات في قائمتي، فلا أستطيع أن أقول أيها أكثر؛ وأعرف من هذا النوع أيضا:`,
    ),
    ...priced(turn, others),
    say(
      turn,
      `Say “replace the ${from} with the ${to}”, and I exchange it.`,
      `اكتب «استبدل ${from} ب${to}» فأبدلها.`,
    ),
  ].join('\n');
}
