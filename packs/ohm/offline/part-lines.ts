import { HIGH_LOGIC_V } from '../schema/artifacts/bom-checks.ts';
import type { Component } from '../schema/artifacts/bom.kind.ts';
import type { WireEnd } from '../schema/artifacts/wiring.kind.ts';

/** Pins of the board that a line can be given. */
export type Pool =
  'SDA' | 'SCL' | 'SCK' | 'MISO' | 'MOSI' | 'CS' | 'RX' | 'TX' | 'adc' | 'digital' | 'contact' | 'onewire';

/** A line of a part: to a pin of one of the board's pools, or to a fixed place. */
export interface PartLine {
  pin: string;
  signal: string;
  at: Pool | WireEnd;
  net?: string;
  /** In V, for supply and ground. */
  voltage?: number;
}

/** A parts list with the board that everything is wired to. */
export interface Circuit {
  components: readonly Component[];
  board: Component;
}

export const SUPPLY = 'psu-5v2a';
/** Resistors beside a data line, by the part that needs one. */
const PULL_UPS: Readonly<Record<string, string>> = { ds18b20: 'res-4k7', dht11: 'res-10k', dht22: 'res-10k' };
/** Parts that are only held or plugged in have no lines. */
const UNWIRED: ReadonlySet<string> = new Set(['passive', 'connector', 'mechanical', 'tool', 'other']);
/** Signal pins by part, where its interfaces do not tell them: pin and pool. */
const BY_PART: Readonly<Record<string, string>> = {
  'hc-sr04': 'TRIG:digital ECHO:digital',
  'hx711-cell': 'DT:digital CLK:digital',
  l298n: 'IN1:digital IN2:digital IN3:digital IN4:digital ENA:digital ENB:digital',
  'relay-1': 'IN:digital',
  'ws2812b-1m': 'DIN:digital',
  'hc-sr501': 'OUT:digital',
  buzzer: 'IN:digital',
};
const BY_INTERFACE: Readonly<Record<string, string>> = {
  i2c: 'SDA:SDA SCL:SCL',
  spi: 'SCK:SCK MISO:MISO MOSI:MOSI CS:CS RST:digital',
  adc: 'AOUT:adc',
  onewire: 'DATA:onewire',
  gpio: 'DATA:digital',
  pwm: 'PWM:digital',
};

/** All lines of a part. */
export function linesOf(part: Component, { components, board }: Circuit): PartLine[] {
  const has5 = (board.voltage?.logic ?? 3.3) >= HIGH_LOGIC_V;
  const isListed = (wanted: string | undefined) => components.some(({ id }) => id === wanted);
  const ground = (pin: string, source = board.id): PartLine => ({
    pin,
    signal: 'GND',
    at: { componentId: source, pin: 'GND' },
    net: 'GND',
    voltage: 0,
  });
  const supply = (pin: string, rail: string, at = { componentId: board.id, pin: rail }): PartLine => ({
    pin,
    signal: 'VCC',
    at,
    net: rail,
    voltage: rail === '5V' ? 5 : 3.3,
  });
  // The pump takes more than a board gives.
  const supply5 = isListed(SUPPLY)
    ? { componentId: SUPPLY, pin: 'OUT' }
    : { componentId: board.id, pin: '5V' };
  const hasPump = isListed('pump-5v');
  if (UNWIRED.has(part.category)) return [];
  switch (part.id) {
    case SUPPLY:
      return [{ ...supply('OUT', '5V'), signal: 'VIN' }, ground('GND')];
    case 'led-5mm':
      return [{ pin: 'anode (through 220 Ω)', signal: 'LED', at: 'digital' }, ground('cathode')];
    case 'ldr':
      // A divider: supply, photoresistor, pin, 10 kΩ, ground.
      return [
        supply('1', has5 ? '5V' : '3V3'),
        { pin: '2', signal: 'AOUT', at: 'adc' },
        ground('2 (through 10 kΩ)'),
      ];
    case 'reed-switch':
    case 'button':
      return [{ pin: '1', signal: 'SW', at: 'contact' }, ground('2')];
    case 'pump-5v':
      // The relay switches its supply.
      return [
        isListed('relay-1')
          ? { pin: '+', signal: 'PUMP', at: { componentId: 'relay-1', pin: 'NO' } }
          : supply('+', '5V', supply5),
        ground('-', supply5.componentId),
      ];
  }
  const rail = railFor(part, has5);
  const resistor = PULL_UPS[part.id];
  return [
    supply('VCC', rail),
    ground('GND'),
    ...signalLines(part),
    ...(resistor !== undefined && isListed(resistor)
      ? [
          { pin: 'DATA', signal: 'DATA', at: { componentId: resistor, pin: '1' } },
          { pin: 'VCC', signal: 'VCC', at: { componentId: resistor, pin: '2' }, net: rail },
        ]
      : []),
    ...(part.id === 'relay-1' && hasPump ? [supply('COM', '5V', supply5)] : []),
  ];
}

/** The rail that fits a part: that of the board's logic first. */
function railFor({ voltage }: Component, has5: boolean): '3V3' | '5V' {
  const takes = (volts: number) => !voltage || (voltage.min <= volts && volts <= voltage.max);
  return has5 ? (takes(5) ? '5V' : '3V3') : takes(3.3) ? '3V3' : '5V';
}

function signalLines({ id, interfaces = [] }: Component): PartLine[] {
  const read = (lines: string) =>
    lines.split(' ').map((line): PartLine => {
      const [pin = '', pool] = line.split(':');
      return { pin, signal: pin, at: pool as Pool };
    });
  const own = BY_PART[id];
  if (own !== undefined) return read(own);
  return interfaces.flatMap((via): PartLine[] => {
    // The part sends on its TX, which arrives at the board's RX.
    if (via === 'uart')
      return [
        { pin: 'TX', signal: 'RX', at: 'RX' },
        { pin: 'RX', signal: 'TX', at: 'TX' },
      ];
    const lines = BY_INTERFACE[via];
    return lines === undefined ? [] : read(lines);
  });
}
