import { anySpelling, westernDigits } from '#text';
import type { CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { pinKey, pinPools, type PinPools } from '../../schema/parts/pin-pools.ts';

type PinFunction =
  'SDA' | 'SCL' | 'SCK' | 'MISO' | 'MOSI' | 'CS' | 'RX' | 'TX' | 'analog' | 'digital' | 'supply';

/** What a pin can be for, as people name it; a bus stands for all its lines. */
const FUNCTIONS: [RegExp, PinFunction[]][] = [
  [/\bsda\b/i, ['SDA']],
  [/\bscl\b/i, ['SCL']],
  [/\b(?:i2c|i²c|iic|two[- ]wire)\b/i, ['SDA', 'SCL']],
  [/\b(?:sck|sclk)\b/i, ['SCK']],
  [/\bmiso\b/i, ['MISO']],
  [/\bmosi\b/i, ['MOSI']],
  [/\b(?:cs|ss|chip select)\b/i, ['CS']],
  [/\bspi\b/i, ['SCK', 'MISO', 'MOSI', 'CS']],
  [/\brxd?0?\b/i, ['RX']],
  [/\btxd?0?\b/i, ['TX']],
  [/\b(?:uart|serial)\b|تسلسلي/i, ['RX', 'TX']],
  [anySpelling(/\b(?:analog(?:ue)?|adc|analogread)\b|تناظري|تماثلي|أنالوج/iu), ['analog']],
  [
    anySpelling(/\b(?:digital|gpio|free|general[- ]purpose|onewire|1-wire|pwm)\b|رقمي|ديجيتال/iu),
    ['digital'],
  ],
  [anySpelling(/\b(?:vin|vsys|power(?: input| supply)?|battery|supply)\b|تغذية|بطارية|طاقة/iu), ['supply']],
];
const PIN_WORD = anySpelling(
  /\b(?:pins?|gpios?|ports?|inputs?|outputs?|where(?! (?:can|could|do|should|shall|would|to|must) (?:i |we |one )?(?:(?:best|even|first) )?(?:buy|get|find|order|start|begin|learn|read)\b))\b|مدخل|مداخل|مخرج|مخارج|منفذ|منافذ|دبوس|دبابيس|طرف|أطراف|رجل|أرجل|أين(?! (?:يمكنني )?(?:أن )?(?:أشتري|شراء|أجد|نشتري|أبدأ|نبدأ|ابدا|البدء|البداية))/iu,
);
/** Pins by that name, as against what merely is somewhere, or goes in and out. */
const NAMES_PINS = anySpelling(
  /\b(?:pins?|gpios?|ports?|analog(?:ue)? inputs?|digital (?:inputs?|outputs?)|vin|vsys)\b|منفذ|منافذ|مدخل|مداخل|مخرج|مخارج|دبوس|دبابيس|طرف|أطراف/iu,
);
const ASKS = anySpelling(
  /[?؟]|^\s*(?:and |so |hi |hey )*(?:which|what|where|how many|does|do|can|is|are|tell me|show me|list)\b|(?<!\p{L})(?:ما|ماذا|أي|اي|أين|كم|هل|وين|شو|ايش|وش|على أي|قل لي)(?!\p{L})/iu,
);

/** A question for pins of a board that can be answered from what is known of boards. */
export interface PinQuestion {
  /** The boards that it names; none where it leaves open which. */
  boards: CataloguePart[];
  functions: PinFunction[];
  /** "What is GPIO 21 for?" */
  pins: string[];
}

const NAMED_PIN =
  /\b(?:pin|gpio|io|gp)[\s_#]*(\d{1,2})\b|\b([da]\d{1,2})\b|\b(gp\d{1,2})\b|(?:منفذ|دبوس|طرف|رجل)\s*(?:رقم\s*)?([da]?\d{1,2})/giu;

/** Pins that a text names: as they are printed, called in code, or counted. */
export function pinsNamedIn(text: string): string[] {
  return [...westernDigits(text).matchAll(NAMED_PIN)].flatMap(([, ...groups]) => groups.filter(Boolean));
}

/** @returns undefined for a message that asks for no pins of a board. */
export function pinQuestionIn(text: string): PinQuestion | undefined {
  if (!ASKS.test(text)) return undefined;
  const boards = partsNamedIn(text).filter(({ category }) => category === 'mcu');
  const functions = [...new Set(FUNCTIONS.flatMap(([words, own]) => (words.test(text) ? own : [])))];
  const pins = pinsNamedIn(text);
  const asked = pins.length > 0 ? functions.filter((one) => one !== 'digital') : functions;
  const isLine = functions.some((one) => !['analog', 'digital', 'supply'].includes(one));
  if (functions.length === 0 && (boards.length === 0 || !PIN_WORD.test(text))) return undefined;
  // "Where is the battery?" and "the power output of it" are about the supply, and no pin.
  if (!isLine && boards.length === 0 && pins.length === 0 && !NAMES_PINS.test(text)) return undefined;
  return isLine || PIN_WORD.test(text) ? { boards, functions: asked, pins } : undefined;
}

const LINES: Readonly<Record<PinFunction, (pools: PinPools) => readonly string[]>> = {
  SDA: ({ i2c }) => [i2c.SDA],
  SCL: ({ i2c }) => [i2c.SCL],
  SCK: ({ spi }) => [spi.SCK],
  MISO: ({ spi }) => [spi.MISO],
  MOSI: ({ spi }) => [spi.MOSI],
  CS: ({ spi }) => [spi.CS],
  RX: ({ uart }) => [uart.RX],
  TX: ({ uart }) => [uart.TX],
  analog: ({ adc, analog }) => analog ?? adc,
  digital: ({ digital }) => digital,
  supply: ({ raw }) => [`${raw.pin} (${raw.min}–${raw.max} V)`],
};
const ALL = Object.keys(LINES) as PinFunction[];

/** Pins by what they are for; undefined for a board that is not known here. */
export function pinsFor(
  boardId: string,
  functions: readonly PinFunction[],
): [PinFunction, readonly string[]][] | undefined {
  const pools = pinPools[boardId];
  return pools && (functions.length > 0 ? functions : ALL).map((one) => [one, LINES[one](pools)]);
}

/** What a pin of a board is used for here. */
export function functionsOf(boardId: string, pin: string): PinFunction[] {
  const pools = pinPools[boardId];
  if (!pools) return [];
  return ALL.filter(
    (one) =>
      one !== 'supply' && LINES[one](pools).some((own) => pinKey(own, boardId) === pinKey(pin, boardId)),
  );
}

/** Boards of which the pins are known. */
export const KNOWN_BOARDS: readonly string[] = Object.keys(pinPools);
