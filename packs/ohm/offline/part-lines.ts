import { HIGH_LOGIC_V } from '../schema/artifacts/bom-checks.ts';
import type { Component } from '../schema/artifacts/component.ts';
import { UNWIRED } from '../schema/artifacts/wiring-checks.ts';
import type { WireEnd } from '../schema/artifacts/connection.ts';

/** Uses of the board's pins to which a line can be assigned. */
export type Pool = 'SDA' | 'SCL' | 'adc' | 'digital' | 'onewire';

/** A line of a part: to a pin of one of the board's pools, or to a fixed place. */
export interface PartLine {
  pin: string;
  signal: string;
  at: Pool | WireEnd;
  net?: string;
  /** The voltage of supply and ground, in V. */
  voltage?: number;
}

/** Resistors for a data line, by the part that needs one. */
const PULL_UPS: Readonly<Record<string, string>> = { ds18b20: 'res-4k7', dht11: 'res-10k', dht22: 'res-10k' };
/** Names of signal pins that do not follow from the interface. */
const OWN_PINS: Readonly<Record<string, string>> = {
  'hc-sr501': 'OUT',
  'relay-1': 'IN',
  'ws2812b-1m': 'DIN',
  buzzer: 'IN',
  'led-5mm': 'LED',
  dht11: 'DATA',
  dht22: 'DATA',
};

/** The signal lines of a part; undefined for a part without known lines. */
export function signalLinesOf({ id, interfaces = [] }: Component): PartLine[] | undefined {
  const line = (pin: string, at: Pool): PartLine => ({ pin, signal: pin, at });
  const own = OWN_PINS[id];
  if (id === 'led-5mm') return [{ pin: 'anode (through 220 Ω)', signal: 'LED', at: 'digital' }];
  if (own !== undefined) return [line(own, 'digital')];
  switch (interfaces.length === 1 ? interfaces[0] : undefined) {
    case 'i2c':
      return [line('SDA', 'SDA'), line('SCL', 'SCL')];
    case 'adc':
      return id === 'ldr' ? undefined : [line('AOUT', 'adc')];
    case 'onewire':
      return [line('DATA', 'onewire')];
    case 'pwm':
      return [line('PWM', 'digital')];
    default:
      return undefined;
  }
}

/** All lines of a part: supply, ground, signals and the resistor of its data line. */
export function linesOf(part: Component, components: readonly Component[], board: Component): PartLine[] {
  const signals = signalLinesOf(part);
  if (UNWIRED.has(part.category) || !signals) return [];
  const at = (pin: string) => ({ componentId: board.id, pin });
  const ground: PartLine = { pin: 'GND', signal: 'GND', at: at('GND'), net: 'GND', voltage: 0 };
  if (part.id === 'led-5mm') return [...signals, { ...ground, pin: 'cathode' }];
  const rail = railFor(part, board);
  const resistor = PULL_UPS[part.id];
  const isListed = resistor !== undefined && components.some(({ id }) => id === resistor);
  return [
    { pin: 'VCC', signal: 'VCC', at: at(rail), net: rail, voltage: rail === '5V' ? 5 : 3.3 },
    ground,
    ...signals,
    ...(isListed
      ? [
          { pin: 'DATA', signal: 'DATA', at: { componentId: resistor, pin: '1' } },
          { pin: 'VCC', signal: 'VCC', at: { componentId: resistor, pin: '2' }, net: rail },
        ]
      : []),
  ];
}

/** The rail that fits a part, preferably that of the board's logic. */
function railFor({ voltage }: Component, board: Component): '3V3' | '5V' {
  const takes = (volts: number) => !voltage || (voltage.min <= volts && volts <= voltage.max);
  const has5 = (board.voltage?.logic ?? 3.3) >= HIGH_LOGIC_V;
  return has5 ? (takes(5) ? '5V' : '3V3') : takes(3.3) ? '3V3' : '5V';
}
