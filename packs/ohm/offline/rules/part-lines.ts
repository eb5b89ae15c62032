import { drivesHighLevel, HIGH_LOGIC_V } from '../../schema/artifacts/bom-checks.ts';
import type { Component } from '../../schema/artifacts/bom.kind.ts';
import type { WireEnd } from '../../schema/artifacts/wiring.kind.ts';
import { fiveVoltSource, powerLines, type PowerCaution } from './power-lines.ts';

type Pool =
  'SDA' | 'SCL' | 'SCK' | 'MISO' | 'MOSI' | 'CS' | 'RX' | 'TX' | 'adc' | 'digital' | 'contact' | 'onewire';

/** A line of a part, and where it leads. */
export type PartLine =
  | { to: 'ground'; pin: string }
  | { to: 'supply'; pin: string; signal: string; rail: '3V3' | '5V' }
  /** What a supply gives, at a pin of the board. */
  | {
      to: 'board';
      pin: string;
      signal: string;
      at: string;
      net: string;
      volts: number;
      caution?: PowerCaution;
    }
  /** A pin of the board; `high` puts 5 V on it. */
  | { to: 'pin'; pin: string; signal: string; pool: Pool; high?: boolean }
  | { to: 'part'; pin: string; signal: string; at: WireEnd; net?: string }
  /** A rail of another part than the board. */
  | {
      to: 'rail';
      pin: string;
      signal: string;
      rail: '5V' | 'GND';
      source: string;
      sourcePin: string;
    };

/** Parts that need a resistor beside their data line, by id: which one. */
const PULL_UPS: Record<string, string> = { ds18b20: 'res-4k7', dht11: 'res-10k', dht22: 'res-10k' };

/** All lines of a part, by what it is. Parts that are only held or plugged in have none. */
export function linesOf(part: Component, components: readonly Component[], board: Component): PartLine[] {
  if (['passive', 'connector', 'mechanical', 'tool', 'other'].includes(part.category)) return [];
  if (part.category === 'power') return powerLines(part, components, board);
  if (part.id === 'led-5mm') return ledLines();
  if (part.id === 'ldr') return ldrLines(board);
  if (CONTACTS.has(part.id)) return closingLines();
  if (part.id === 'pump-5v') return pumpLines(components, board);
  return [
    ...feedLines(part, board),
    ...signalLines(part),
    ...pullUpLines(part, components, board),
    ...contactLines(part, components, board),
  ];
}

/** Its own supply from the rail that fits, lowest first on a 3.3 V board. */
function feedLines(part: Component, board: Component): PartLine[] {
  return [
    { to: 'supply', pin: 'VCC', signal: 'VCC', rail: railFor(part, board) },
    { to: 'ground', pin: 'GND' },
  ];
}

function railFor({ voltage }: Component, board: Component): '3V3' | '5V' {
  const takes = (volts: number) => !voltage || (voltage.min <= volts && volts <= voltage.max);
  const prefers5 = (board.voltage?.logic ?? 3.3) >= HIGH_LOGIC_V;
  if (prefers5) return takes(5) ? '5V' : '3V3';
  return takes(3.3) ? '3V3' : '5V';
}

const pin = (name: string, pool: Pool, high = false): PartLine => ({
  to: 'pin',
  pin: name,
  signal: name,
  pool,
  ...(high && { high }),
});

/** Signal pins of parts that have others than one data line. */
const SIGNALS: Record<string, PartLine[]> = {
  'hc-sr04': [pin('TRIG', 'digital'), pin('ECHO', 'digital', true)],
  'hx711-cell': [pin('DT', 'digital'), pin('CLK', 'digital')],
  l298n: [
    pin('IN1', 'digital'),
    pin('IN2', 'digital'),
    pin('IN3', 'digital'),
    pin('IN4', 'digital'),
    pin('ENA', 'digital'),
    pin('ENB', 'digital'),
  ],
  'relay-1': [pin('IN', 'digital')],
  sg90: [pin('PWM', 'digital')],
  'ws2812b-1m': [pin('DIN', 'digital')],
  'hc-sr501': [pin('OUT', 'digital')],
  buzzer: [pin('IN', 'digital')],
};

function signalLines(part: Component): PartLine[] {
  const known = SIGNALS[part.id];
  if (known) return known;
  const high = drivesHighLevel(part);
  return (part.interfaces ?? []).flatMap((via): PartLine[] => {
    switch (via) {
      case 'i2c':
        return [pin('SDA', 'SDA', high), pin('SCL', 'SCL', high)];
      case 'spi':
        return [
          pin('SCK', 'SCK'),
          pin('MISO', 'MISO', high),
          pin('MOSI', 'MOSI'),
          pin('CS', 'CS'),
          pin('RST', 'digital'),
        ];
      case 'uart':
        // What the part sends arrives at the board's RX.
        return [
          { to: 'pin', pin: 'TX', signal: 'RX', pool: 'RX', ...(high && { high }) },
          { to: 'pin', pin: 'RX', signal: 'TX', pool: 'TX' },
        ];
      case 'adc':
        return [pin('AOUT', 'adc', high)];
      case 'onewire':
        return [pin('DATA', 'onewire')];
      case 'gpio':
        return [pin('DATA', 'digital', high)];
      case 'pwm':
        return [pin('PWM', 'digital')];
      default:
        return [];
    }
  });
}

/** A resistor from the data line to the supply of the part. */
function pullUpLines(part: Component, components: readonly Component[], board: Component): PartLine[] {
  const resistor = PULL_UPS[part.id];
  if (resistor === undefined || !components.some(({ id }) => id === resistor)) return [];
  const rail = railFor(part, board);
  return [
    { to: 'part', pin: 'DATA', signal: 'DATA', at: { componentId: resistor, pin: '1' } },
    { to: 'part', pin: 'VCC', signal: 'VCC', at: { componentId: resistor, pin: '2' }, net: rail },
  ];
}

/** Parts that only close a contact: the pin's own pull-up holds it high while they are open. */
const CONTACTS: ReadonlySet<string> = new Set(['reed-switch', 'button']);

function closingLines(): PartLine[] {
  return [
    { to: 'pin', pin: '1', signal: 'SW', pool: 'contact' },
    { to: 'ground', pin: '2' },
  ];
}

function ledLines(): PartLine[] {
  return [
    { to: 'pin', pin: 'anode (through 220 Ω)', signal: 'LED', pool: 'digital' },
    { to: 'ground', pin: 'cathode' },
  ];
}

/** A divider: supply, photoresistor, pin, 10 kΩ, ground. */
function ldrLines(board: Component): PartLine[] {
  const rail = (board.voltage?.logic ?? 3.3) >= HIGH_LOGIC_V ? '5V' : '3V3';
  return [
    { to: 'supply', pin: '1', signal: 'VCC', rail },
    { to: 'pin', pin: '2', signal: 'AOUT', pool: 'adc' },
    { to: 'ground', pin: '2 (through 10 kΩ)' },
  ];
}

/** The relay switches its supply; ground is that of the supply. */
function pumpLines(components: readonly Component[], board: Component): PartLine[] {
  const source = fiveVoltSource(components, board);
  const relay = components.find(({ id }) => id === 'relay-1');
  return [
    relay
      ? { to: 'part', pin: '+', signal: 'PUMP', at: { componentId: relay.id, pin: 'NO' } }
      : { to: 'rail', pin: '+', signal: 'VCC', rail: '5V', source: source.id, sourcePin: source.pin },
    { to: 'rail', pin: '-', signal: 'GND', rail: 'GND', source: source.id, sourcePin: 'GND' },
  ];
}

/** The relay's contact is fed where a pump hangs on it. */
function contactLines(part: Component, components: readonly Component[], board: Component): PartLine[] {
  if (part.id !== 'relay-1' || !components.some(({ id }) => id === 'pump-5v')) return [];
  const source = fiveVoltSource(components, board);
  return [{ to: 'rail', pin: 'COM', signal: 'VCC', rail: '5V', source: source.id, sourcePin: source.pin }];
}
