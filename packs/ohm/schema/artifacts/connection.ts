import { z } from 'zod';
import { alsoNamed, enumWithSynonyms, isRecord } from '#pack-kit';
import { westernDigits } from '#text';
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

/** "ESP32 GPIO 21", "esp32:IO21 (SDA)", "Uno pin no. 4". */
const NUMBERED_PIN =
  /^(.+?)[\s:./>_-]+(?:(?:gpio|gp|i\/?o|pin|port(?=\s))[\s_#:-]*){1,2}(?:(?:no\.?|number)[\s_#:-]*)?(\d+)(?=\s*(?:$|[(/]))/i;
const ONLY_PIN = /^(?:gpio|gp|i\/?o|pin|port)(?:\s+(?:no|number))?$/i;
const PIN_WORD = /(?:^|[\s_-]+)(?:gpio|i\/?o|pin)$/i;

/** Part and pin of "esp32:21", "ESP32 pin VIN" or "DHT22 (DATA)". */
function endOf(text: string): { componentId: string; pin: string } | string {
  const plain = westernDigits(text.slice(0, MAX_CHARACTERS).normalize('NFKC'));
  const [, board, number] = NUMBERED_PIN.exec(plain) ?? [];
  if (board && number) return ONLY_PIN.test(board.trim()) ? text : { componentId: board.trim(), pin: number };
  const words = plain.replaceAll(/[()]/g, ' ').trim();
  const mark = words.search(/[:./>]/);
  const at = mark < 0 ? words.lastIndexOf(' ') : mark;
  const componentId = words.slice(0, Math.max(0, at)).trim().replace(PIN_WORD, '');
  return componentId && !ONLY_PIN.test(componentId) ? { componentId, pin: words.slice(at + 1).trim() } : text;
}

const end = alsoNamed(
  z.object({ componentId: partId, pin: label(40) }, 'expected a part and its pin, such as "esp32:21"'),
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
