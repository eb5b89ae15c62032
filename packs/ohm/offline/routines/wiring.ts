import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { isGround, isSupply } from '../../schema/artifacts/lines.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { anySpelling, hasPhrase, normalizedWords, westernDigits } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { nameIn, pinNameIn } from '../../schema/parts/arabic-names.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { pinKey } from '../../schema/parts/pin-pools.ts';
import { NoWiringError, wiringFor } from '../rules/pin-plan.ts';
import { flowRoutine, SUMMARY, writing, type Work } from './flow.ts';
import { warningsOf } from './parts.ts';
import { looks, makes, say } from './wishes.ts';
import { partsToConnect, tellHowToConnect } from './wiring-of-part.ts';

const ASKS_PIN = anySpelling(
  /\b(?:which|what|how many) pins?\b|\bpin ?outs?\b|\bpins? (?:for|of|is|does)\b|\bwhere (?:is|does)\b|\bwhere (?:do|should|can|must) (?:i|we) (?:plug|put|connect|attach|wire|solder|hook)\b|أي (?:منفذ|دبوس|طرف|منافذ|أطراف)|(?<!\p{L})(?:ما|كم|شو|وش)(?: هي| عدد)? (?:ال)?(?:منافذ|دبابيس|أطراف|أرجل)(?!\p{L})/iu,
);
/** "What is on D2?", "ماذا على المنفذ 4؟": pins as they are printed, called in code, or counted. */
const PIN_NAMED =
  /\b(?:pin|gpio|io|gp)[\s_#]*(\d{1,2})\b|\b([da]\d{1,2})\b|(?:منفذ|دبوس|طرف|رجل)\s*(?:رقم\s*)?([da]?\d{1,2})/giu;
const ASKS_USE = anySpelling(
  /\b(?:what|which|anything|something|free|used|taken)\b|[?؟]|(?<!\p{L})(?:ماذا|أي|هل)(?!\p{L})/iu,
);

function pinsNamedIn(text: string): string[] {
  return [...westernDigits(text).matchAll(PIN_NAMED)].flatMap(([, ...groups]) => groups.filter(Boolean));
}

/** A pin of the board is the one that is named, by its number or as it is printed: "pin 2" is also the one called D2. */
function isPin(pin: string, named: readonly string[], board: Wiring['board']): boolean {
  const of = `${board.componentId} ${board.name}`;
  return named.some((one) => pinKey(pin, of) === pinKey(one, of) || pin.toUpperCase() === `D${one}`);
}

/** "Which pin is the sensor on?", "What is on D2?" is answered from the wiring. */
export const askedPin = flowRoutine({
  agents: ['wiringDiagram'],
  wanted: (turn) => {
    const { text } = turn.message;
    if (looks(turn) && pinsNamedIn(text).length === 0) return false;
    return ASKS_PIN.test(text) || (ASKS_USE.test(text) && pinsNamedIn(text).length > 0);
  },
  reads: ({ artifacts }) => ('wiring' in artifacts ? ['wiring'] : 'bom' in artifacts ? ['bom'] : []),
  work: ({ turn, read }) => {
    const wiring = read.wiring?.content as Wiring | undefined;
    const ofParts = pinsOfParts(turn, wiring, read.bom?.content as Bom | undefined);
    if (ofParts !== undefined) return ofParts;
    if (!wiring)
      return say(
        turn,
        'There is no wiring in this project yet, so no pin is settled. Have me wire it first.',
        'لا توجد توصيلات في هذا المشروع بعد، فلم يحدد أي منفذ. اطلب مني التوصيل أولا.',
      );
    const { board } = wiring;
    const { text, language } = turn.message;
    const wired = new Set(wiring.connections.flatMap(({ from, to }) => [from.componentId, to.componentId]));
    // "The display" is the one that is wired, whichever it is.
    const named = partsNamedIn(text).flatMap(({ id, category }) =>
      wired.has(id)
        ? [id]
        : [...wired].filter((one) => partOf(one)?.category === category && category === 'display'),
    );
    const pins = pinsNamedIn(text);
    const lines = wiring.connections
      .filter((one) => !isGround(one) && !isSupply(one))
      .flatMap(({ from, to, signal }) => {
        const [here, there] = from.componentId === board.componentId ? [from, to] : [to, from];
        // What a part has behind a level shifter is told too, where the part is asked for.
        const isAsked = [from, to].some(({ componentId }) => named.includes(componentId));
        if (here.componentId !== board.componentId && !(isAsked && pins.length === 0)) return [];
        if (pins.length > 0 && !isPin(here.pin, pins, board)) return [];
        const others = named.filter((id) => id !== board.componentId);
        if (others.length > 0 && !others.some((id) => [here, there].some((end) => end.componentId === id)))
          return [];
        const isBoard = here.componentId === board.componentId;
        return [
          `- ${signal}: ${nameOf(here.componentId, isBoard ? board.name : here.componentId, language)} ${pinNameIn(language, here.pin)} – ${nameOf(there.componentId, there.componentId, language)} ${pinNameIn(language, there.pin)}`,
        ];
      });
    if (lines.length === 0)
      return pins.length > 0
        ? say(
            turn,
            `Nothing is on ${pins.join(', ')} of ${board.name} in the wiring.`,
            `لا شيء على ${pins.join('، ')} في ${nameOf(board.componentId, board.name, 'ar')} حسب التوصيلات.`,
          )
        : say(turn, 'The wiring does not have that.', 'لا يوجد ذلك في التوصيلات.');
    return [say(turn, 'By the wiring:', 'حسب التوصيلات:'), ...linesAsked(lines, text)].join('\n');
  },
});

/** "Which pin is the echo on?": a line by its own name, where one is named. */
function linesAsked(lines: readonly string[], text: string): readonly string[] {
  const words = new Set(normalizedWords(text).map((word) => LINE_NAMES[word] ?? word));
  const asked = lines.filter((line) => {
    const signal = /^- ([^:]+):/.exec(line)?.[1] ?? '';
    const pin = line.split(' ').at(-1) ?? '';
    return [...normalizedWords(signal), ...normalizedWords(pin)].some(
      (word) => /^\p{L}/u.test(word) && words.has(word),
    );
  });
  return asked.length > 0 ? asked : lines;
}
const LINE_NAMES: Readonly<Record<string, string>> = {
  trigger: 'trig',
  clock: 'scl',
  ايكو: 'echo',
  الايكو: 'echo',
};

/** "Which pins does a DHT22 use?": what is known of parts that nothing has wired. */
function pinsOfParts(
  turn: RoutineTurn,
  wiring: Wiring | undefined,
  bom: Bom | undefined,
): string | undefined {
  const { text } = turn.message;
  if (pinsNamedIn(text).length > 0) return undefined;
  const words = normalizedWords(text);
  const isIn = (one: CataloguePart) =>
    wiring?.connections.some(({ from, to }) => [from.componentId, to.componentId].includes(one.id)) ?? false;
  const isListed = ({ id }: CataloguePart) => bom?.components.some((one) => one.id === id) ?? false;
  const isNamed = ({ aliases }: CataloguePart) =>
    hasPhrase(
      words,
      aliases.filter((alias) => !VAGUE.test(alias)),
    );
  const parts = partsToConnect(text).filter((part) => isListed(part) || isNamed(part));
  if (parts.length === 0) return undefined;
  const own = wiring?.board.componentId ?? bom?.components.find(({ category }) => category === 'mcu')?.id;
  const board = partsNamedIn(text).find(({ category }) => category === 'mcu')?.id ?? own;
  // On another board than that of the project, nothing of the project holds.
  if (own !== undefined && board !== own)
    return tellHowToConnect(turn, parts, { wiring: undefined, bom: undefined, pinsFirst: true });
  return parts.some(isIn) ? undefined : tellHowToConnect(turn, parts, { wiring, bom, pinsFirst: true });
}

/** What several parts measure or do: "which pin is the temperature on?" means the one that the project has. */
const VAGUE = anySpelling(
  /^(?:temperature|humidity|pressure|soil|moisture|plants?|lux|light|distance|motion|gas|smoke|air quality|weight|display|screen|battery|rechargeable|alarm|motor|water\w*|irrigat\w*)$|حرارة|رطوبة|تربة|نبت|نبات|زرع|ضوء|إضاءة|مسافة|حركة|غاز|دخان|شاشة|بطارية|سقي|^ري$/iu,
);

/** A part as the reply's language calls it; ids and names of parts of one's own stay. */
function nameOf(id: string, name: string, language: string): string {
  return language === 'ar' ? nameIn(language, { id, name }) : name;
}

/** Wires the parts list, in numbered steps. */
export const newWiring = flowRoutine({
  agents: ['wiringDiagram'],
  wanted: (turn) => makes(turn),
  reads: (turn) => ['bom', SUMMARY, ...('wiring' in turn.artifacts ? ['wiring'] : [])],
  work: ({ turn, read }): Work | string => {
    const bom = read.bom?.content as Bom | undefined;
    if (!bom)
      return say(
        turn,
        'There is no parts list yet, and without it nothing can be wired. Have me put it together first.',
        'لا توجد قائمة قطع بعد، وبدونها لا يمكن التوصيل. اطلب مني إعدادها أولا.',
      );
    const wiring = planned(bom, turn.message.language);
    if (typeof wiring === 'string') return wiring;
    return {
      calls: [writing('wiring', wiring, { base: read.wiring?.version })],
      drawer: 'wiring',
      reply: (results) =>
        [
          say(
            turn,
            `This is how ${wiring.board.name} is wired:`,
            `هكذا توصل القطع مع ${nameOf(wiring.board.componentId, wiring.board.name, 'ar')}:`,
          ),
          ...(wiring.steps ?? []).map(
            ({ order, text, warning }) => `${order}. ${text}${warning ? ` ⚠ ${warning}` : ''}`,
          ),
          ...warningsOf(results[0]?.data, turn.message.language).map((warning) => `- ${warning}`),
        ].join('\n'),
    };
  },
});

/** The wiring of a parts list, or why there is none. */
export function planned(bom: Bom, language: string): ReturnType<typeof wiringFor> | string {
  try {
    return wiringFor(bom.components, language);
  } catch (error) {
    if (error instanceof NoWiringError) return language === 'ar' ? error.arabic : error.message;
    throw error;
  }
}
