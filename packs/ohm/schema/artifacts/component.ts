import { z } from 'zod';
import { alsoByName, alsoNamed, enumWithSynonyms, isRecord, moneyText } from '#pack-kit';
import { phraseList } from '#text';
import type { partCategories } from '../parts/catalogue.ts';
import { current, interfaces, label, need, pieces, readable, slugOf, voltage } from './readings.ts';

const i2cAddress = z.preprocess(
  (given) => {
    const value: unknown = Array.isArray(given) ? given[0] : given;
    if (typeof value === 'number') return `0x${value.toString(16)}`;
    return typeof value === 'string'
      ? (/0x[0-9a-f]{1,2}\b/i.exec(value.slice(0, 100))?.[0] ?? value.replace(/^[0-9a-f]{2}$/i, '0x$&'))
      : value;
  },
  z.string().refine((text) => {
    const address = /^0x[0-9a-f]{1,2}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
    return address >= 0x03 && address <= 0x77;
  }, 'expected an address from 0x03 to 0x77'),
);

const httpUrl = z.preprocess(
  (value) => (typeof value === 'string' && /^www\./i.test(value) ? `https://${value}` : value),
  z.url({ protocol: /^https?$/ }),
);

const id = z.preprocess(
  (value) => (typeof value === 'string' && !/^[a-z0-9-]*$/.test(value) && slugOf(value)) || value,
  z.string().regex(/^[a-z0-9-]{2,60}$/, 'expected 2 to 60 of a-z, 0-9 and -'),
);

/** A price of one piece; "~$6.50 each" is 6.5. */
export const unitPrice = z.preprocess(
  (value) =>
    readable(value)
      ? value
          .trim()
          .replace(/^(?:~|≈|<|approx\.?|about|around|ca\.)/i, '')
          .replace(/(?:\([^()]*\)|\/ ?\w+|\b(?:each|ea\.?|per \w+))$/i, '')
      : value,
  moneyText({ min: 0 }),
);

const knownCategory = enumWithSynonyms({
  mcu: phraseList(
    'microcontroller, microcontrollers, controller, board, microcontroller board, dev board, development board, sbc',
  ),
  sensor: phraseList('sensors, input, button, switch, camera'),
  actuator: phraseList(
    'actuators, motor, servo, relay, pump, output, buzzer, led, driver, motor driver, light, lighting, audio, speaker',
  ),
  display: phraseList('displays, screen, oled, lcd'),
  power: phraseList('power supply, power management, psu, battery, regulator, voltage regulator, charger'),
  connectivity: phraseList('communication, communications, wireless, radio, network, wifi, bluetooth'),
  passive: phraseList(
    'passives, passive component, resistor, resistors, capacitor, capacitors, diode, level shifter, discrete',
  ),
  connector: phraseList('connectors, cable, cables, wire, wires, wiring, jumper, header, interconnect'),
  mechanical: phraseList(
    'enclosure, case, housing, breadboard, prototyping, hardware, mounting, pcb, fastener, fasteners',
  ),
  tool: ['tools'],
  other: phraseList(
    'misc, miscellaneous, accessory, accessories, module, storage, various, electronics, consumables',
  ),
} satisfies Record<(typeof partCategories)[number], string[]>);
const categoryOf = (text: string) => knownCategory.safeParse(text).data;
/** Words beside which another says more: "Relay module", "Sensor board", "Motor controller". */
const isGeneric = (word: string) => /^(?:board|controller)s?$/i.test(word) || categoryOf(word) === 'other';

/** A category, or the last words of a text that are one: "environmental sensor", "Level shifter module". */
const category = z.preprocess((value) => {
  if (!readable(value) || categoryOf(value)) return value;
  const words = value.split(/[^\p{L}]+/u).filter(Boolean);
  const telling = words.filter((word) => !isGeneric(word));
  const ends = telling.map((_, at) => telling.slice(at).join(' '));
  return [...ends, ...telling.toReversed(), ...words.toReversed()].find(categoryOf) ?? value;
}, knownCategory);
const priceSource = enumWithSynonyms({
  user: ['customer', 'given'],
  catalogue_sample: phraseList('catalogue, catalog, sample, catalog sample'),
  model: phraseList('estimate, estimated, ai, approximate, market'),
  unknown: [],
});
const status = enumWithSynonyms({
  proposed: phraseList(
    'suggested, needed, to buy, todo, not purchased, planned, pending, recommended, required',
  ),
  confirmed: phraseList('approved, selected, final, chosen, ordered'),
  owned: phraseList('have, in stock, available, purchased, bought, already owned'),
});
const alternative = z.object({
  name: z.string().max(120),
  partNumber: z.string().max(120).optional(),
  unitPrice: unitPrice.nullable().optional(),
  note: z.string().max(300).optional(),
});
const pin = z.object({ signal: label(40), suggestedPin: label(20) });

/** `optional: true` says the opposite of `required`. */
function withNeed(value: unknown): unknown {
  if (!isRecord(value) || typeof value.optional !== 'boolean' || value.required !== undefined) return value;
  const { optional, ...rest } = value;
  return { ...rest, required: !optional };
}

const NAMES = {
  name: 'title component part partname',
  category: 'type',
  partNumber: 'mpn model partno sku',
  manufacturer: 'brand',
  supplier: 'vendor',
  supplierUrl: 'link url',
  quantity: 'qty count amount',
  unitPrice: 'price cost unitcost priceusd unitpriceusd',
  voltage: 'operatingvoltage supplyvoltage voltagerange',
  currentMa: 'current currentdraw currentconsumption',
  interfaces: 'protocol',
  i2cAddress: 'address',
  required: 'importance priority necessity',
  notes: 'description purpose comment comments',
};

/** A part of the project. */
export const component = alsoNamed(
  z.preprocess(
    withNeed,
    z.object({
      id,
      name: z.string().trim().min(1).max(120),
      category,
      partNumber: label(120).optional(),
      manufacturer: z.string().max(120).optional().meta({ hidden: true }),
      supplier: z.string().max(120).optional().meta({ hidden: true }),
      supplierUrl: httpUrl.optional().meta({ hidden: true }),
      quantity: pieces.default(1),
      unitPrice: unitPrice.nullable().default(null),
      priceSource: priceSource.default('unknown'),
      voltage: voltage.optional(),
      currentMa: current.optional(),
      interfaces: interfaces.optional(),
      i2cAddress: i2cAddress.optional(),
      pins: alsoByName(z.array(pin).max(60), { key: 'signal', value: 'suggestedPin' })
        .optional()
        .meta({ hidden: true }),
      alternatives: z
        .array(alsoNamed(alternative, {}, (name) => ({ name })))
        .max(5)
        .optional()
        .meta({ hidden: true }),
      required: need.default(true),
      status: status.default('proposed'),
      notes: z.string().max(500).optional(),
    }),
  ),
  NAMES,
  (name) => ({ name }),
);
export type Component = z.infer<typeof component>;
