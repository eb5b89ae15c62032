import { z } from 'zod';
import { alsoNamed, enumWithSynonyms, isRecord } from '#pack-kit';
import { partsNamedIn } from '../parts/find-parts.ts';
import { label, MAX_CHARACTERS, partId, slugOf, volts } from './readings.ts';

const wireColor = enumWithSynonyms({
  red: [],
  black: [],
  yellow: [],
  green: [],
  blue: [],
  white: [],
  orange: [],
  brown: [],
  grey: ['gray'],
  purple: ['violet'],
});

/** Part and pin of "esp32:21" or "DHT22 (DATA)". */
function endOf(text: string): { componentId: string; pin: string } | string {
  const plain = text.slice(0, MAX_CHARACTERS).replaceAll(/[()]/g, ' ').trim();
  const mark = plain.search(/[:./>]/);
  const at = mark < 0 ? plain.lastIndexOf(' ') : mark;
  return at > 0 ? { componentId: plain.slice(0, at).trim(), pin: plain.slice(at + 1).trim() } : text;
}

const end = alsoNamed(
  z.object({ componentId: partId, pin: label(40) }),
  { componentId: 'component part device id ref', pin: 'terminal pinname gpio port' },
  endOf,
);
export type WireEnd = z.infer<typeof end>;

/** Puts `fromComponent` and `fromPin` together. A connection without a signal has that of the pin where it ends. */
function withEnds(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { fromComponent, fromPin, toComponent, toPin, ...rest } = value;
  const to = end.safeParse(rest.to ?? { componentId: toComponent, pin: toPin });
  return {
    ...(to.success && { signal: to.data.pin }),
    ...(fromComponent !== undefined && { from: { componentId: fromComponent, pin: fromPin } }),
    ...(toComponent !== undefined && { to: { componentId: toComponent, pin: toPin } }),
    ...rest,
  };
}

export const connection = alsoNamed(
  z.preprocess(
    withEnds,
    z
      .object({
        id: z.string().min(1).max(220),
        from: end,
        to: end,
        signal: label(40),
        net: label(40).optional(),
        voltage: volts.nullable().optional(),
        wireColor: wireColor.optional().meta({ hidden: true }),
        notes: z.string().max(300).optional(),
      })
      .refine(({ from, to }) => from.componentId !== to.componentId || from.pin !== to.pin, {
        message: 'expected two different ends',
        path: ['to'],
      }),
  ),
  {
    from: 'source start',
    to: 'destination target end',
    fromComponent: 'fromcomponent fromcomponentid frompart fromdevice',
    fromPin: 'frompin',
    toComponent: 'tocomponent tocomponentid topart todevice',
    toPin: 'topin',
    signal: 'label name type function',
    wireColor: 'color colour wirecolour wire',
    notes: 'note description comment purpose',
  },
  (text) => {
    const [from = '', to = '', ...more] = text.slice(0, MAX_CHARACTERS).split(/(?<!-)-+>|→|=>|↔/);
    const end = endOf(to);
    return from && typeof end === 'object' && more.length === 0 ? { from, to, signal: end.pin } : text;
  },
);
export type Connection = z.infer<typeof connection>;

/** Fills what a known board leaves open: its id from its name, its logic voltage from the catalogue. */
function knownBoard(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { componentId = slugOf(value.name), name = componentId, logicVoltage } = value;
  if (typeof name !== 'string' || logicVoltage !== undefined) return { ...value, componentId, name };
  const part = partsNamedIn(`${name} ${String(componentId)}`.slice(0, 200)).find(
    ({ category }) => category === 'mcu',
  );
  return { ...value, componentId, name, ...(part && { logicVoltage: part.logic }) };
}

export const board = alsoNamed(
  z.preprocess(
    knownBoard,
    z.object({ componentId: partId, name: z.string().min(1).max(120), logicVoltage: volts }),
  ),
  { componentId: 'id component', name: 'board model title', logicVoltage: 'logic logiclevel voltage' },
  (name) => ({ name }),
);

/** A board with the connections of its pins. */
export interface Circuit {
  board: z.infer<typeof board>;
  connections: Connection[];
}
