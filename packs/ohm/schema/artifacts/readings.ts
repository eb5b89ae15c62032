import { z } from 'zod';
import { alsoNamed, isRecord, listOf, ToolError } from '#pack-kit';
import { readNumber, westernDigits } from '#text';
import { partInterfaces } from '../parts/catalogue.ts';

// Values of a project as people and models write them: "3.3-6V", "0.5 A", "I2C", "2 pcs", "usd".

type Units = Record<string, number>;
// Units without the end of their names, in the letters of NFKC, which makes µ a Greek letter.
const VOLTS: Units = { mv: 0.001, milliv: 0.001, v: 1, vdc: 1, vac: 1, kv: 1_000, kilov: 1_000 };
const MILLIAMPERES: Units = { ua: 0.001, μa: 0.001, microa: 0.001, ma: 1, millia: 1, a: 1_000 };
const END_OF_NAME = /(?:(v)olt|(a)mp(?:ere)?)s?$/;

/** Longer texts are not read, because no value of a part is this long. */
export const MAX_CHARACTERS = 200;
/** Digits with the marks of any country, for `readNumber`. A space separates only groups of three. */
const NUMBER = String.raw`[-−–+]?(?:(?:\d{1,3}(?: \d{3})+(?!\d)|\d)(?:[.,'’_٫٬،]?\d)*(?:e[-+]?\d+)?|[.,٫]\d+)`;
/** Words between the ends of a range: "3 to 5 V", "from 3 up to 5 V", "between 3 and 5 V". */
const BETWEEN = String.raw`up\s+to|to|and|or|until|through`;
const JOINT = String.raw`\s*(?:[-‐−–—~÷/]|\.{2,3}|\b(?:${BETWEEN})\b)\s*`;
/** Words behind a number that are no units: "20 each", "5 DC", "500 (USB)". */
const NOTES =
  `max(?:imum)?|min(?:imum)?|typ(?:ical)?|peak|avg|average|total|each|per|for|at|with|when|active|idle|standby|sleep|
  continuous|nominal|rated|regulated|logic|supply|input|output|dc|ac|usb`.replaceAll(/\s+/g, '');
/** The word behind a number: "5 V", "2-amp", "0.5 (A)". */
const UNIT = String.raw`[\s([-]*((?!(?:${BETWEEN}|${NOTES})\b)[\p{L}%°⁄]+)`;
const MEASURE = `(${NUMBER})(?:${UNIT})?`;
/** No part of a name: the 32 of "ESP32 or 5V". */
const MEASURES = new RegExp(String.raw`(?<![\p{L}\d.⁄])${MEASURE}(?:${JOINT}${MEASURE})*`, 'giu');
const ONE_OF_MEASURES = new RegExp(`(?:^|${JOINT})${MEASURE}`, 'giu');
/** "3V3", but not the "5V2" of "5V2A". */
const UNIT_AS_POINT = /(\d)v(\d+)(?!\d|[.,]\d|m?ah?\b|w\b)/gi;

export const readable = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_CHARACTERS;

/** A text of at most `max` characters with digits from 0 to 9; a number becomes text. */
export const label = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string().min(1).max(max).overwrite(westernDigits),
  );

/** The id of a part in lower case, with dashes: `ESP32_DevKit` is `esp32-devkit`. */
export function slugOf(name: unknown): string {
  const text = readable(name) ? westernDigits(name.toLowerCase().normalize('NFKD')) : '';
  return text
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 56);
}

/** An id made from a name, with a number where it is taken. */
export function freeId(name: unknown, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  const base = slug.length >= 2 ? slug : `part-${slug}`.replace(/-$/, '');
  if (!taken.has(base)) return base;
  for (let number = 2; number <= 1_000; number += 1)
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
  throw new ToolError('VALIDATION_FAILED', `There are too many parts named ${String(name)}.`);
}

/** The id of a part, or its name. */
export const partId = z.preprocess(
  (value) => (readable(value) && /[^a-z0-9-]/.test(value) && slugOf(value)) || value,
  z.string().min(1).max(60),
);

/** The values of a text, a list or a number in the unit whose factor is 1; none if the text has only other units. */
function measures(value: unknown, units: Units): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap((part) => measures(part, units));
  if (!readable(value)) return [];
  const text = westernDigits(value.normalize('NFKC'))
    .replaceAll(UNIT_AS_POINT, '$1.$2V ')
    // A tolerance behind a value; alone, it is a pair of values.
    .replaceAll(/(?<=[\p{L}\d] ?)±[ ]?[\d.,٫]+(?: ?[\p{L}%]+)?/gu, ' ')
    .replaceAll(/±\s*([\d.,٫]+)/g, ', -$1 to +$1');
  const found = [...text.matchAll(MEASURES)].flatMap(([range]) => {
    const parts = [...range.matchAll(ONE_OF_MEASURES)];
    const given = parts.map(([, , unit]) => unit);
    // "3-5 V" and "3V to 5" have one unit for both.
    const unitAt = (at: number) => given.slice(at).find(Boolean) ?? given.findLast(Boolean);
    return parts.map(([, number = ''], at) => ({ number, unit: unitAt(at) }));
  });
  const isBare = found.every(({ unit }) => unit === undefined);
  return found.flatMap(({ number, unit = '' }) => {
    const factor = isBare ? 1 : units[unit.toLowerCase().replace(END_OF_NAME, '$1$2')];
    // Rounded, because 1.001 × 1,000 is 1,000.9999999999999 in binary.
    return factor === undefined ? [] : Number(((readNumber(number) ?? Number.NaN) * factor).toPrecision(12));
  });
}

const measure = (units: Units, schema: z.ZodNumber) =>
  z.preprocess((value) => (readable(value) ? (measures(value, units)[0] ?? value) : value), schema);

const VOLTAGE_HELP = 'expected 0 to 1,000 volts, such as 3.3 or "3.0-3.6 V"';
const CURRENT_HELP = 'expected mA without a sign, such as 500, "500 mA" or "0.5 A"';
/** A voltage; "3V3" and "3.3 V" are 3.3. */
export const volts = measure(VOLTS, z.number(VOLTAGE_HELP).min(0).max(1_000));
/** A current in mA; "0.5 A" is 500. */
export const milliamperes = measure(MILLIAMPERES, z.number(CURRENT_HELP).min(0));

/** Reads "3.3-6V", 5 or `{ range: "3-5V" }` as an object with `low` and `high`; one of them alone stands for both. */
const span = (low: string, high: string, units: Units) => (value: unknown) => {
  const { range, ...given } = isRecord(value) ? value : { range: value };
  const found = measures(range, units);
  const ends = found.length > 0 ? { [low]: Math.min(...found), [high]: Math.max(...found) } : {};
  const all: Record<string, unknown> = { ...ends, ...given };
  if (all[low] === undefined && all[high] === undefined) return value;
  return { ...all, [low]: all[low] ?? all[high], [high]: all[high] ?? all[low] };
};

const RANGE = 'nominal supply operating value input output vcc supplyvoltage';
const LIMITS = { min: 'minimum', max: 'maximum peak' };

/** The supply of a part and the level of its signals, in volt. */
export const voltage = alsoNamed(
  z.preprocess(
    span('min', 'max', VOLTS),
    z
      .object({ min: volts, max: volts, logic: volts.optional() }, VOLTAGE_HELP)
      .refine(({ min, max }) => min <= max, 'expected min to be at most max'),
  ),
  { ...LIMITS, logic: 'logiclevel logicvoltage', range: `${RANGE} typical` },
);

/** The current that a part takes, in mA. */
export const current = alsoNamed(
  z.preprocess(
    span('typical', 'max', MILLIAMPERES),
    z.object({ typical: milliamperes, max: milliamperes }, CURRENT_HELP),
  ),
  { ...LIMITS, typical: 'typ average active', range: RANGE },
);

const INTERFACES = new Map(
  Object.entries({
    gpio: 'digital io',
    adc: 'analog analogue',
    uart: 'serial rs232',
    onewire: '1wire singlewire',
    i2c: 'iic twi ic',
    usb: 'usbc microusb usbotg',
    none: 'na no tbd unknown datasheet wifi ble bluetooth lora zigbee ethernet wireless',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
);

/** Words beside the name of an interface. */
const ADDED = new Set(['bus', 'interface', 'pin', 'pins', 'protocol', 'input', 'output']);

/** A protocol that no check knows keeps its name: `rs485`, `i2s`. */
const protocol = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,11}$/, `expected ${partInterfaces.join(', ')} or another protocol`)
  .meta({ enum: [...partInterfaces], pattern: undefined });

/** Interfaces in any spelling: "I2C", "I²C / SPI", "1-Wire", "RS-485". Radio and network connect no pins. */
export const interfaces = z.preprocess(
  (value) => {
    const given = readable(value)
      ? value.replace(/^n\/a$/i, 'none').split(/[,;/&+]|\b(?:or|and|over|via)\b/i)
      : value;
    return Array.isArray(given) ? given.flatMap(interfacesNamed).filter((one) => one !== 'none') : given;
  },
  listOf(protocol, { max: 10 }),
);

/** The interfaces that a text names as a whole or in its words: "SPI", "4-wire SPI", "Serial (TTL)", "SPI I2C". */
function interfacesNamed(value: unknown): unknown {
  if (!readable(value)) return value;
  const words = value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*/, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !ADDED.has(word));
  const name = words.join('');
  const found = [...new Set(words.flatMap((word) => known(word) ?? []))];
  if (known(name) !== undefined) return known(name);
  if (found.length > 0) return found;
  // More words are a sentence and no name, unlike "RS 485" and "Modbus RTU".
  return words.length <= 2 ? name : value;
}

const known = (name: string): string | undefined =>
  INTERFACES.get(name) ?? partInterfaces.find((one) => one === name);

const NO = /^(?:false|no|optional|low|nice[- ]to[- ]have|0)$/i;
const YES = /^(?:true|yes|required|mandatory|essential|critical|high|must[- ]have|must|medium|1)$/i;

/** Whether something is needed: true, "required", "optional". */
export const need = z.preprocess((value) => {
  if (value === 0 || value === 1) return value === 1;
  if (!readable(value)) return value;
  return YES.test(value.trim()) ? true : NO.test(value.trim()) ? false : value;
}, z.boolean());

/** A number of pieces: 2, "2 pcs", "x2". */
export const pieces = z.preprocess((value) => {
  if (!readable(value)) return value;
  const number = value.replaceAll(/^\s*[x×]|(?:[x×]|pcs?\.?|pieces?|units?|sets?)\s*$/gi, '');
  return readNumber(number, { wholeOrMoney: true }) ?? value;
}, z.int().min(1).max(999));

const SYMBOLS = new Map([
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
]);

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' });
const NAMED_CURRENCIES = new Map(
  Intl.supportedValuesOf('currency').map((code) => [CURRENCY_NAMES.of(code)?.toUpperCase(), code]),
);

function currencyCodeIn(text: string): string {
  const word = text.trim().toUpperCase();
  return (
    SYMBOLS.get(word) ?? NAMED_CURRENCIES.get(word) ?? NAMED_CURRENCIES.get(word.replace(/S$/, '')) ?? word
  );
}

/** ISO 4217 in any letter case, a symbol, or the English name: "US dollars". */
export const currency = z.preprocess(
  (value) => (readable(value) ? currencyCodeIn(value) : value),
  z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected a code of ISO 4217 such as USD')
    .meta({ pattern: undefined }),
);
