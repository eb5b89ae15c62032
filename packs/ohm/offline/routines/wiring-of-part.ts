import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { warningIn } from '../../schema/artifacts/arabic-warnings.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn, pinNameIn } from '../../schema/parts/arabic-names.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import {
  chainOf,
  circuitWith,
  problemsWith,
  tooMuchForPin,
  type Origin,
  type PartCircuit,
} from '../rules/part-wiring.ts';
import { NoWiringError, stepOf } from '../rules/pin-plan.ts';
import { flowRoutine } from './flow.ts';
import { asksIfSafe } from './safety.ts';
import { looks, say } from './wishes.ts';

/** "How do I connect the pump?" */
const ASKS_HOW = anySpelling(
  /\bhow (?:do|can|should|shall|would|must|is|are|to)\b[^.?!]{0,30}\b(?:connect(?:ed)?|wire[ds]?|hook(?:ed)? up|attach(?:ed)?|plug(?:ged)? in)\b|(?:كيف|شلون) (?:يمكنني (?:أن )?)?[أنيت]?(?:وصل|ربط|ركب)\p{L}*/iu,
);
/** "Will it fry the board?", "هل ستحرق اللوحة؟" */
const HARMS = anySpelling(
  /\b(?:will|can|could|would|might|does|is|do)\b[^.?!]{0,60}\b(?:fry|burn|damage|destroy|kill|break|harm|hurt|blow|overload|melt|short|safe|dangerous)\b|(?<!\p{L})هل (?:س)?(?:[يت]حرق|[يت]تلف|[يت]خرب|[يت]ضر|[يت]عطل)\p{L}*/iu,
);

/** The parts that a message names and that have wires of their own. */
export const partsToConnect = (text: string): CataloguePart[] =>
  partsNamedIn(text).filter(
    ({ category }) => !['mcu', 'power', 'mechanical', 'connector'].includes(category),
  );
const asksIfHarmful = (text: string) => HARMS.test(text) || asksIfSafe(text);

/** "How do I connect the pump? Will it fry the board?": the lines of that part, and what the checks say of it. */
export const wireNamedPart = flowRoutine({
  agents: ['wiringDiagram', 'circuitVerifier', 'conversational', 'bomGenerator', 'codeGenerator'],
  wanted: (turn) => {
    const { text } = turn.message;
    if (partsToConnect(text).length === 0) return false;
    return ASKS_HOW.test(text) || (!looks(turn) && HARMS.test(text) && OF_BOARD.test(text));
  },
  reads: ({ agent, artifacts }) =>
    agent === 'circuitVerifier' ? [] : (['wiring', 'bom'] as const).filter((kind) => kind in artifacts),
  work: ({ turn, read }) => {
    const given = turn.material as { wiring?: Wiring; bom?: Bom };
    return tellHowToConnect(turn, partsToConnect(turn.message.text), {
      wiring: (read.wiring?.content as Wiring | undefined) ?? given.wiring,
      bom: (read.bom?.content as Bom | undefined) ?? given.bom,
    });
  },
});

/** How parts are connected, or why they cannot be; `pinsFirst` begins with the pins that each of them has. */
export function tellHowToConnect(
  turn: RoutineTurn,
  parts: readonly CataloguePart[],
  {
    wiring,
    bom,
    pinsFirst = false,
  }: { wiring: Wiring | undefined; bom: Bom | undefined; pinsFirst?: boolean },
): string {
  const ids = parts.map(({ id }) => id);
  const board = boardIn(turn);
  try {
    const circuit = circuitWith(ids, { wiring, bom, board });
    const told = tellParts(turn, parts, circuit);
    return pinsFirst ? [...parts.map((part) => pinsOf(turn, part, circuit)), told].join('\n') : told;
  } catch (error) {
    if (error instanceof NoWiringError) return turn.message.language === 'ar' ? error.arabic : error.message;
    throw error;
  }
}

/** The pins of a part, by the lines that it has. */
function pinsOf(turn: RoutineTurn, part: CataloguePart, { wiring }: PartCircuit): string {
  const { language } = turn.message;
  const ends = wiring.connections.flatMap(({ from, to }) => [from, to]);
  const pins = ends.filter(({ componentId }) => componentId === part.id).map(({ pin }) => pin);
  const names = [...new Set(pins)].map((pin) => pinNameIn(language, pin));
  return say(
    turn,
    `The pins of ${nameIn(language, part)}: ${names.join(', ')}.`,
    `أطراف ${nameIn(language, part)}: ${names.join('، ')}.`,
  );
}

const OF_BOARD = anySpelling(
  /\b(?:board|pins?|esp\w*|arduino|nano|uno|pico|microcontroller|it|anything|something)\b|لوحة|اللوحة|منفذ|شيئا/iu,
);

/** The board that was named last. */
function boardIn({ said, message }: RoutineTurn): CataloguePart | undefined {
  const boards = [...said, message.text].map((text) =>
    partsNamedIn(text).find(({ category }) => category === 'mcu'),
  );
  return boards.findLast((board) => board !== undefined);
}

function tellParts(turn: RoutineTurn, parts: readonly CataloguePart[], circuit: PartCircuit): string {
  const { language, text } = turn.message;
  const { wiring, origin } = circuit;
  const chain = [...new Set(parts.flatMap(({ id }) => chainOf(id, circuit)))];
  const names = [
    ...(wiring.components ?? []).map(({ id, label }) => ({ id, name: label })),
    { id: wiring.board.componentId, name: wiring.board.name },
  ];
  const steps = chain.map((id) => stepOf(id, names, wiring.connections, language));
  const board = nameIn(language, { id: wiring.board.componentId, name: wiring.board.name });
  const problems = problemsWith(chain, circuit).map((one) => `⚠ ${warningIn(language, one)}`);
  return [
    ...(asksIfHarmful(text) ? [verdict(turn, parts, circuit, problems.length > 0)] : []),
    heading(turn, origin, parts, board),
    ...steps.map(({ text: step, warning }, at) => `${at + 1}. ${step}${warning ? ` ⚠ ${warning}` : ''}`),
    ...problems,
    ...parts.flatMap((part) => neverOnPin(turn, part, circuit, board)),
    say(
      turn,
      'Change wires only while nothing is powered, and measure the supply before you plug in the board.',
      'لا تغير الأسلاك إلا والتغذية مفصولة، وقس التغذية قبل توصيل اللوحة.',
    ),
    ...(origin === 'wired'
      ? []
      : [
          say(
            turn,
            origin === 'listed'
              ? 'The wiring of this project does not have it yet: say “wire it”, and I write it down.'
              : 'It is not in the parts list of this project yet: say “add it”, or name it, and then “wire it”.',
            origin === 'listed'
              ? 'توصيلات هذا المشروع لا تحتوي عليها بعد: اكتب «أوصل القطع» فأدونها.'
              : 'ليست في قائمة قطع هذا المشروع بعد: اكتب «أضف» مع اسمها ثم «أوصل القطع».',
          ),
        ]),
  ].join('\n');
}

function heading(turn: RoutineTurn, origin: Origin, parts: readonly CataloguePart[], board: string): string {
  const names = parts.map((part) => nameIn(turn.message.language, part)).join(say(turn, ', ', '، '));
  return origin === 'wired'
    ? say(turn, `By the wiring, ${names} on ${board}:`, `حسب التوصيلات، ${names} مع ${board}:`)
    : say(turn, `This is how I would connect ${names} to ${board}:`, `هكذا أوصل ${names} مع ${board}:`);
}

/** Whether the board is hurt, by the checks. */
function verdict(
  turn: RoutineTurn,
  parts: readonly CataloguePart[],
  circuit: PartCircuit,
  hasProblems: boolean,
): string {
  if (hasProblems)
    return say(
      turn,
      'Not as it is: what is marked with ⚠ needs work first.',
      'ليس آمنا كما هو: ما عليه علامة ⚠ يحتاج إلى إصلاح أولا.',
    );
  const heavy = parts.some(({ id }) => tooMuchForPin(id, circuit));
  return heavy
    ? say(
        turn,
        'Straight on a pin it would hurt the board; connected like this it does not, by the checks of parts and wiring.',
        'لو وصلت مباشرة بمنفذ لأتلفت اللوحة؛ أما بهذا التوصيل فلا، بحسب فحوص القطع والتوصيل.',
      )
    : say(
        turn,
        'Connected like this it does not hurt the board, by the checks of parts and wiring.',
        'بهذا التوصيل لا تتلف اللوحة، بحسب فحوص القطع والتوصيل.',
      );
}

function neverOnPin(turn: RoutineTurn, part: CataloguePart, circuit: PartCircuit, board: string): string[] {
  const load = tooMuchForPin(part.id, circuit);
  if (!load) return [];
  const { language } = turn.message;
  const through = chainOf(part.id, circuit).flatMap((id) => (id === part.id ? [] : (partOf(id) ?? [])));
  const [carrier] = through;
  const name = nameIn(language, part);
  return [
    say(
      turn,
      `⚠ Never feed ${name} from a pin: it takes up to ${load.takesMa} mA, and a pin of ${board} gives at most ${load.pinMa} mA. ${carrier ? `${carrier.name} switches it instead.` : 'Its power comes from the supply; the pin only carries the signal.'}`,
      `⚠ لا تغذ ${name} من منفذ أبدا: تستهلك حتى ${load.takesMa} ملي أمبير ومنفذ ${board} يعطي ${load.pinMa} على الأكثر. ${carrier ? `يشغلها ${nameIn('ar', carrier)} بدلا من ذلك.` : 'تأتي طاقتها من التغذية، والمنفذ يحمل الإشارة فقط.'}`,
    ),
  ];
}
