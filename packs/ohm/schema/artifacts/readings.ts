import { z } from 'zod';
import { alsoNamed, isRecord, listOf, ToolError } from '#pack-kit';
import { partInterfaces } from '../parts/catalogue.ts';

// Values of a project as people and models write them: "3.3-6V", "0.5 A", "I2C", "2 pcs", "usd".

const VOLTS = { mv: 0.001, v: 1 };
const MILLIAMPERES = { ua: 0.001, µa: 0.001, ma: 1, a: 1_000 };
type Units = Record<string, number>;

/** Longer texts are not read, because no value of a part is this long. */
export const MAX_CHARACTERS = 200;
/** No part of a name: the 32 of "ESP32 or 5V". */
const DIGITS = String.raw`(?<![a-z\d.])(\d+(?:\.\d+)?)`;
/** The words and signs between the ends of a range: "3-5 V", "3 … 5 V", "from 3 up to 5 V", "between 3 and 5 V". */
const JOINT = String.raw`\s*(?:[-‐–—~…/]|\.{2,3}|\b(?:up\s+to|to|and|or|until|through)\b)\s*`;
/** A number with its unit, or two of which the second has the unit of both. */
const MEASURE = new RegExp(
  String.raw`${DIGITS}(?:${JOINT}(\d+(?:\.\d+)?))?\s*(mv|v|ua|µa|ma|a)(?![a-z])`,
  'gi',
);
const NUMBER = /\d+(?:\.\d+)?/g;

export const readable = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_CHARACTERS;

/** A text of at most `max` characters; a number becomes text. */
export const label = (max: number) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().min(1).max(max));

/** The id of a part in lower case, with dashes: `ESP32_DevKit` is `esp32-devkit`. */
export function slugOf(name: unknown): string {
  const text = readable(name) ? name.toLowerCase().normalize('NFKD') : '';
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

/** The values of a text, a list or a number in the first unit. */
function measures(value: unknown, units: Units): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap((part) => measures(part, units));
  if (!readable(value)) return [];
  const text = value.replaceAll(/(\d)v(\d)/gi, '$1.$2').replaceAll(',', '.');
  const found = [...text.matchAll(MEASURE)];
  if (found.length === 0) return (text.match(NUMBER) ?? []).map(Number);
  return found.flatMap(([, low, high, unit = '']) => {
    const factor = units[unit.toLowerCase()];
    return factor === undefined ? [] : [low, high].flatMap((one) => (one ? [Number(one) * factor] : []));
  });
}

const measure = (units: Units, schema: z.ZodNumber) =>
  z.preprocess((value) => (readable(value) ? (measures(value, units)[0] ?? value) : value), schema);

/** A voltage; "3V3" and "3.3 V" are 3.3. */
export const volts = measure(VOLTS, z.number().min(0).max(1_000));
/** A current in mA; "0.5 A" is 500. */
export const milliamperes = measure(MILLIAMPERES, z.number().min(0));

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
      .object({ min: volts, max: volts, logic: volts.optional() })
      .refine(({ min, max }) => min <= max, 'expected min to be at most max'),
  ),
  { ...LIMITS, logic: 'logiclevel logicvoltage', range: `${RANGE} typical` },
);

/** The current that a part takes, in mA. */
export const current = alsoNamed(
  z.preprocess(span('typical', 'max', MILLIAMPERES), z.object({ typical: milliamperes, max: milliamperes })),
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
  const found = readable(value)
    ? /^(?:x\s*)?(\d{1,4})\s*(?:x|pcs?\.?|pieces?|units?|sets?)?$/i.exec(value.trim())
    : null;
  return found ? Number(found[1]) : value;
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
