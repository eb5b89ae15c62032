import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { factsOfPin, FACT_WORDS } from '../../schema/parts/pin-facts.ts';
import { functionsOf, KNOWN_BOARDS, pinQuestionIn, pinsFor } from '../rules/board-pins.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';
import { partsToConnect } from './wiring-of-part.ts';

const NAMES: Readonly<Record<string, [en: string, ar: string]>> = {
  analog: ['analog inputs', 'المداخل التناظرية'],
  digital: ['digital pins that are free to use', 'المنافذ الرقمية المتاحة'],
  supply: ['supply from outside', 'مدخل التغذية'],
};

/** "Which pin is SDA on an ESP32?": what is known of a board, whatever the project has wired. */
export const askedBoardPins = flowRoutine({
  agents: ['wiringDiagram', 'conversational', 'codeGenerator', 'bomGenerator'],
  wanted: (turn) => {
    const asked = pinQuestionIn(turn.message.text);
    if (!asked) return false;
    // What a part needs of a board is told with the part.
    if (
      asked.functions.length === 0 &&
      asked.pins.length === 0 &&
      partsToConnect(turn.message.text).length > 0
    )
      return false;
    // What a project has wired is asked of its wiring, unless a board is named.
    return asked.boards.length > 0 || (!('wiring' in turn.artifacts) && asked.functions.length > 0);
  },
  reads: (turn) =>
    pinQuestionIn(turn.message.text)?.boards.length === 0 && 'bom' in turn.artifacts ? ['bom'] : [],
  work: ({ turn, read }) => {
    const asked = pinQuestionIn(turn.message.text);
    const bom = read.bom?.content as Bom | undefined;
    const own = bom?.components.find(({ category }) => category === 'mcu');
    const boards = (asked?.boards.length ? asked.boards.map(({ id }) => id) : [own?.id ?? '']).filter(
      Boolean,
    );
    if (!asked || boards.length === 0) return whichBoard(turn);
    return boards.map((id) => pinsOf(turn, id, asked)).join('\n\n');
  },
});

function pinsOf(
  turn: RoutineTurn,
  id: string,
  { functions, pins }: NonNullable<ReturnType<typeof pinQuestionIn>>,
): string {
  const { language } = turn.message;
  const comma = say(turn, ', ', '، ');
  const board = nameIn(language, partOf(id) ?? { id, name: id });
  const titleOf = (one: string) => (NAMES[one] ? say(turn, ...NAMES[one]) : one);
  if (pins.length > 0 && functions.length === 0)
    return pins
      .map((pin) => {
        const uses = functionsOf(id, pin).map(titleOf).join(comma);
        const facts = factsOfPin(id, pin)
          .map((fact) => FACT_WORDS[fact][language === 'ar' ? 'ar' : 'en'])
          .join(say(turn, '; ', '؛ '));
        const known = [uses, facts].filter(Boolean).join(say(turn, '; ', '؛ '));
        return known
          ? say(turn, `Pin ${pin} of ${board}: ${known}.`, `المنفذ ${pin} في ${board}: ${known}.`)
          : say(
              turn,
              `Pin ${pin} of ${board} is none that I use: it may decide how the board starts, or serve something on it.`,
              `المنفذ ${pin} في ${board} لا أستخدمه: فقد يحدد طريقة إقلاع اللوحة أو يخدم جزءا منها.`,
            );
      })
      .join('\n');
  const lines = pinsFor(id, functions);
  if (!lines) return unknownBoard(turn, board);
  const [only, ...others] = lines;
  if (only && others.length === 0)
    return only[1].length === 1 && !NAMES[only[0]]
      ? say(
          turn,
          `On ${board}, ${titleOf(only[0])} is pin ${only[1][0]}.`,
          `في ${board}: ${titleOf(only[0])} على المنفذ ${only[1][0]}.`,
        )
      : say(
          turn,
          `On ${board}, ${counted(turn, only[1])}${titleOf(only[0])}: ${only[1].join(comma)}.`,
          `في ${board}، ${titleOf(only[0])}${counted(turn, only[1])}: ${only[1].join(comma)}.`,
        );
  return [
    say(turn, `The pins of ${board}:`, `منافذ ${board}:`),
    ...lines.map(([name, own]) => `- ${titleOf(name)}: ${own.join(comma)}`),
  ].join('\n');
}

const HOW_MANY = anySpelling(/\bhow many\b|(?<!\p{L})(?:كم|عدد)(?!\p{L})/iu);
function counted(turn: RoutineTurn, pins: readonly string[]): string {
  return HOW_MANY.test(turn.message.text) ? say(turn, `${pins.length} `, ` (${pins.length})`) : '';
}

function unknownBoard(turn: RoutineTurn, board: string): string {
  return say(
    turn,
    `I do not know the pins of ${board}. Attach its data sheet, and I read it.`,
    `لا أعرف منافذ ${board}. أرفق ورقة البيانات لأقرأها.`,
  );
}

function whichBoard(turn: RoutineTurn): string {
  const known = KNOWN_BOARDS.flatMap((id) => partOf(id) ?? [])
    .map((part) => nameIn(turn.message.language, part))
    .join(say(turn, ', ', '، '));
  return say(
    turn,
    `On which board? I know the pins of these: ${known}. For another one attach its data sheet.`,
    `على أي لوحة؟ أعرف منافذ هذه: ${known}. ولغيرها أرفق ورقة البيانات.`,
  );
}
