import { anySpelling } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { catalogue, partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsAlike, partsNamedIn } from '../../schema/parts/find-parts.ts';
import { purposeOf } from '../../schema/parts/purposes.ts';
import { say } from './wishes.ts';

/** "Which moisture sensor should I take?", "recommend a display", "أي حساس رطوبة آخذ؟": the kind of part, in a group. */
const ASKS_WHICH = [
  /\b(?:which|what)(?: (?:kind|type|sort|model) of)? ((?:[\p{L}\d-]+ ){0,4}?[\p{L}\d-]+) (?:should|shall|would|do|can|could|must) (?:i|we|you) (?:\w+ )?(?:take|use|buy|choose|pick|get|order|go for|go with|recommend|suggest|advise|need|prefer)\b/iu,
  /\b(?:which|what) ((?:[\p{L}\d-]+ ){0,4}?[\p{L}\d-]+) (?:is|are|would be|works?|fits?|suits?) (?:the )?(?:best|good|better|right|suitable)\b/iu,
  /\b(?:which|what) ((?:[\p{L}\d-]+ ){0,4}?[\p{L}\d-]+) (?:do you (?:have|know|offer|carry)|are there|is there)\b/iu,
  /\bwhat(?: is|'s|s)(?: the| a) (?:best|good|right|suitable) ((?:[\p{L}\d-]+ ){0,4}?[\p{L}\d-]+?)(?= for\b| here\b|\s*[?.!]|$)/iu,
  /\b(?:recommend|suggest|advise)(?: me| us)? (?:an?|some|the|which) ((?:[\p{L}\d-]+ ){0,4}?[\p{L}\d-]+?)(?= for\b| to\b| here\b|\s*[?.!]|$)/iu,
  anySpelling(
    /(?<!\p{L})(?:أي|ما|أفضل) (?:نوع )?(?:من )?((?:\p{L}+ ){0,3}?\p{L}+) (?:آخذ|أستخدم|أستعمل|أشتري|أختار|تنصح\p{L}*|أنسب|أفضل|الأفضل|الأنسب)(?!\p{L})/iu,
  ),
];
const BOARD = anySpelling(/^(?:\w+ )?(?:boards?|microcontrollers?|mcu)$|^(?:ال)?(?:لوحة|متحكم)$/iu);
/** What is asked of a part is no part: its pin, its library. */
const OF_A_PART =
  /\b(?:pins?|gpios?|ports?|librar(?:y|ies)|voltages?|resistors?|values?|address|tools?|language|code)\b/iu;
const ANY_SENSOR = anySpelling(/^(?:kind of |type of )?sensors?$|^(?:ال)?حساس$/iu);
const MOST = 4;

/** Which sensor it is depends on what it is to notice: all that there are, by what they are for. */
function tellSensors(turn: RoutineTurn): string {
  const { language } = turn.message;
  const sensors = catalogue.filter(({ category }) => category === 'sensor');
  return [
    say(
      turn,
      'That depends on what it is to notice. I know these sensors:',
      'هذا يعتمد على ما يجب أن يلاحظه الجهاز. أعرف هذه الحساسات:',
    ),
    ...sensors.map((part) => `- ${nameIn(language, part)}: ${purposeOf(part.id, language) ?? ''}`),
    say(turn, 'Name the one that fits, and I add it.', 'سم ما يناسبك فأضيفه.'),
  ].join('\n');
}

function kindIn(text: string): string | undefined {
  for (const pattern of ASKS_WHICH) {
    const [, kind] = pattern.exec(text) ?? [];
    if (kind !== undefined && !OF_A_PART.test(kind)) return kind;
  }
  return undefined;
}

/** Which part of the catalogue to take for something, and why: what it measures with, runs on, and costs. */
export const tellWhichPart: OfflineRoutine = (turn) => {
  const { text, language } = turn.message;
  const kind = kindIn(text);
  if (kind === undefined) return undefined;
  if (ANY_SENSOR.test(kind.trim())) return { reply: tellSensors(turn) };
  const parts = BOARD.test(kind.trim())
    ? catalogue.filter(({ category }) => category === 'mcu')
    : partsAlike(kind);
  const board = partsNamedIn([...turn.said, text].join('\n')).findLast(({ category }) => category === 'mcu');
  const suitable = parts.filter((part) => part.category === 'mcu' || fits(part, board));
  const [first, ...others] = (suitable.length > 0 ? suitable : parts).slice(0, MOST);
  if (!first) return undefined;
  const name = nameIn(language, first);
  const why =
    others.length === 0
      ? say(
          turn,
          `Take the ${name}: it is the one that I know for this.`,
          `خذ ${name}: فهو ما أعرفه لهذا الغرض.`,
        )
      : say(
          turn,
          `I would take the ${name}; these are the ones that I know for this:`,
          `أختار ${name}، وهذا ما أعرفه لهذا الغرض:`,
        );
  const runs =
    board && first.category !== 'mcu' && fits(first, board)
      ? say(
          turn,
          `The ${name} goes with the ${nameIn(language, board)}: its signals are not above what the pins take.`,
          `يناسب ${name} لوحة ${nameIn(language, board)}: فإشاراته لا تتجاوز ما تتحمله منافذها.`,
        )
      : undefined;
  return {
    reply: [
      why,
      ...[first, ...others].map((part) => `- ${nameIn(language, part)}: ${factsOf(turn, part, board)}`),
      ...(runs === undefined ? [] : [runs]),
    ].join('\n'),
  };
};

/** A part puts no higher level on the board's pins than they take. */
function fits({ logic }: CataloguePart, board: CataloguePart | undefined): boolean {
  return typeof logic !== 'number' || typeof board?.logic !== 'number' || logic <= board.logic;
}

/** What it runs on, how it is connected, and what it costs. */
export function factsOf(
  turn: RoutineTurn,
  { supply, interfaces, currentMa, unitPrice, cheaper }: CataloguePart,
  board: CataloguePart | undefined,
): string {
  const volts =
    supply &&
    (supply.min === supply.max
      ? `${supply.min}`
      : say(turn, `${supply.min} to ${supply.max}`, `${supply.min} إلى ${supply.max}`));
  const less = partOf(cheaper ?? '');
  return [
    ...(volts === undefined ? [] : [say(turn, `${volts} V`, `${volts} فولت`)]),
    ...(currentMa ? [say(turn, `at most ${currentMa.max} mA`, `${currentMa.max} ملي أمبير على الأكثر`)] : []),
    ...interfaces
      .filter((one) => one !== 'power')
      .map((one) => WAYS[one]?.[turn.message.language === 'ar' ? 1 : 0] ?? one.toUpperCase()),
    say(turn, `${unitPrice.toFixed(2)} USD at a sample price`, `${unitPrice.toFixed(2)} دولار بسعر تجريبي`),
    ...(less && fits(less, board)
      ? [say(turn, `for less there is ${less.name}`, `والأرخص منه ${nameIn('ar', less)}`)]
      : []),
  ].join(say(turn, ', ', '، '));
}

const WAYS: Readonly<Record<string, [en: string, ar: string]>> = {
  adc: ['on an analog input', 'على مدخل تناظري'],
  gpio: ['on a digital pin', 'على منفذ رقمي'],
  pwm: ['on a PWM pin', 'على منفذ PWM'],
  onewire: ['on a 1-Wire pin', 'على منفذ 1-Wire'],
};
