import { anySpelling, westernDigits } from '#text';

/** Typical forward voltage of a 5 mm LED of that colour, in volt; the data sheet of the part at hand decides. */
const COLOURS: readonly { named: RegExp; volts: number; en: string; ar: string }[] = [
  {
    named: anySpelling(/\b(?:infra ?red|ir)\b|تحت الحمراء/iu),
    volts: 1.3,
    en: 'an infrared LED',
    ar: 'LED الأشعة تحت الحمراء',
  },
  {
    named: anySpelling(/\bred\b|(?<!\p{L})(?:ال)?(?:أحمر|حمراء)(?!\p{L})/iu),
    volts: 2,
    en: 'a red LED',
    ar: 'LED الأحمر',
  },
  { named: anySpelling(/\borange\b|برتقالي/iu), volts: 2, en: 'an orange LED', ar: 'LED البرتقالي' },
  {
    named: anySpelling(/\b(?:yellow|amber)\b|أصفر|صفراء/iu),
    volts: 2.1,
    en: 'a yellow LED',
    ar: 'LED الأصفر',
  },
  { named: anySpelling(/\bgreen\b|أخضر|خضراء/iu), volts: 2.2, en: 'a green LED', ar: 'LED الأخضر' },
  { named: anySpelling(/\bblue\b|أزرق|زرقاء/iu), volts: 3.2, en: 'a blue LED', ar: 'LED الأزرق' },
  { named: anySpelling(/\bwhite\b|أبيض|بيضاء/iu), volts: 3.2, en: 'a white LED', ar: 'LED الأبيض' },
  {
    named: anySpelling(/\b(?:uv|ultra ?violet|purple|violet)\b|فوق البنفسجية|بنفسجي/iu),
    volts: 3.4,
    en: 'a violet LED',
    ar: 'LED البنفسجي',
  },
];
/** Bright enough on a desk; on a 5 V board the next usual resistor is the 220 Ω of the parts list. In mA. */
export const USUAL_MA = 15;
/** What a usual 5 mm LED stands for long, in mA. */
export const MOST_MA = 20;
/** The E12 series of values that shops have (IEC 60063). */
const E12 = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82];
/** What a small resistor turns into heat for long without getting too hot, in watt. */
export const RESISTOR_W = 0.25;

export interface LedColour {
  volts: number;
  en: string;
  ar: string;
}

/** What a message says of an LED and what feeds it. */
export interface LedQuestion {
  colours: LedColour[];
  /** Of what feeds it. */
  volts: number[];
  milliamps: number | undefined;
  /** A resistor that is at hand. */
  ohms: number | undefined;
}

const VOLTS = /(?<![\d.])(\d{1,2}(?:\.\d{1,2})?)\s?(?:v|volts?|فولت)(?!\p{L})/giu;
const MILLIAMPS = /(?<![\d.])(\d{1,3}(?:\.\d+)?)\s?(?:ma|milli ?amps?|ملي ?أمبير|ملي ?امبير)(?!\p{L})/iu;
const OHMS =
  /(?<![\d.])(\d{1,4}(?:\.\d+)?)\s?(k)?\s?(?:ohms?|Ω|ω|أوم|اوم)(?!\p{L})|(?<![\d.])(\d{1,3}(?:\.\d+)?)\s?k(?!\p{L})/iu;
const KILO = 1_000;

/** What stands in a message, in digits of either script. */
export function readLed(text: string): LedQuestion {
  const written = westernDigits(text);
  const [, ohms, kilo, kiloAlone] = OHMS.exec(written) ?? [];
  const value = ohms ?? kiloAlone;
  const milliamps = MILLIAMPS.exec(written)?.[1];
  return {
    colours: COLOURS.filter(({ named }) => named.test(text)),
    volts: [...new Set([...written.matchAll(VOLTS)].map(([, volts]) => Number(volts)))],
    milliamps: milliamps === undefined ? undefined : Number(milliamps),
    ohms: value === undefined ? undefined : Number(value) * (kilo || kiloAlone ? KILO : 1),
  };
}

/** Where none is named: the colour that most have, and the one that needs most. */
export const BOTH_KINDS: readonly LedColour[] = [
  { volts: 2, en: 'a red, yellow or green LED', ar: 'LED الأحمر أو الأصفر أو الأخضر' },
  { volts: 3.2, en: 'a blue or white LED', ar: 'LED الأزرق أو الأبيض' },
];

/** The resistor for an LED: the next usual one above (V − Vf) / I, by Ohm's law. Volt, mA, Ω and watt. */
export interface LedResistor {
  exactOhms: number;
  ohms: number;
  milliamps: number;
  watts: number;
}

/** @returns undefined where the supply does not reach what the LED needs. */
export function resistorFor(
  supplyVolts: number,
  ledVolts: number,
  { milliamps = USUAL_MA, ohms }: { milliamps?: number | undefined; ohms?: number | undefined } = {},
): LedResistor | undefined {
  const drop = supplyVolts - ledVolts;
  if (drop < MIN_DROP_V || milliamps <= 0 || ohms === 0) return undefined;
  const exactOhms = (drop / milliamps) * KILO;
  const taken = ohms ?? nextUsual(exactOhms);
  const current = drop / taken;
  return { exactOhms, ohms: taken, milliamps: current * KILO, watts: current * drop };
}

/** With less left over, the current hangs on the very LED and not on the resistor. */
const MIN_DROP_V = 0.3;

function nextUsual(ohms: number): number {
  // Values repeat from decade to decade, ten times as large.
  const decade = 10 ** Math.floor(Math.log10(ohms) - 1);
  const found = E12.find((one) => one * decade >= ohms - 1e-9);
  return round((found ?? 100) * decade);
}

/** Three digits are more than any resistor keeps. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}
