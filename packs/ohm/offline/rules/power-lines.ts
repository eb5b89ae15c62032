import { isRegulator } from '../../schema/artifacts/bom-checks.ts';
import type { Component } from '../../schema/artifacts/bom.kind.ts';
import { pinPools } from '../../schema/parts/pin-pools.ts';
import type { PartLine } from './part-lines.ts';

/** What whoever wires a supply has to know. */
export type PowerCaution =
  | { kind: 'too_low' | 'too_high'; volts: number; pin: string; min: number; max: number }
  /** A converter that can be set, and is fed from outside. */
  | { kind: 'set_output'; volts: number; min: number; max: number }
  | { kind: 'one_at_a_time' };

/** So far beside 3.3 V and 5 V a supply still is one of these. */
const RAIL_TOLERANCE = 0.1;
const RAILS = { '3V3': 3.3, '5V': 5 } as const;
type Rail = keyof typeof RAILS;

/** Its name on a net: `3V7`, `12V`. */
export function railName(volts: number): string {
  const [whole, decimals] = String(volts).split('.');
  return decimals === undefined ? `${whole}V` : `${whole}V${decimals}`;
}

/** The volts that a part of the category `power` gives. A converter gives what its name says, and 5 V without a word. */
export function outputOf(part: Component): number {
  const named = /(\d+(?:\.\d+)?)\s*V\b/i.exec(part.name)?.[1];
  if (isRegulator(part)) return named === undefined ? RAILS['5V'] : Number(named);
  return part.voltage?.max ?? (named === undefined ? RAILS['5V'] : Number(named));
}

/** The rail of the board that takes this voltage as it is. */
function railOf(volts: number): Rail | undefined {
  const rails = Object.keys(RAILS) as Rail[];
  return rails.find((rail) => Math.abs(volts - RAILS[rail]) <= RAILS[rail] * RAIL_TOLERANCE);
}

/** What feeds parts of 5 V beside the board: a supply or converter of 5 V, else the board. */
export function fiveVoltSource(
  components: readonly Component[],
  board: Component,
): { id: string; pin: string } {
  const source = components.find((one) => one.category === 'power' && railOf(outputOf(one)) === '5V');
  return source ? { id: source.id, pin: 'OUT' } : { id: board.id, pin: '5V' };
}

/**
 * The lines of a supply or a converter. By its voltage it feeds a rail of the board, the input of a converter that takes
 * it, or the board's own regulator.
 */
export function powerLines(part: Component, components: readonly Component[], board: Component): PartLine[] {
  const volts = outputOf(part);
  const ground: PartLine = { to: 'ground', pin: 'GND' };
  if (isRegulator(part))
    return [...inputsOf(part, components), ...toBoard(part, volts, components, board), ground];
  if (converterFor(part, components)) return [ground];
  return [...toBoard(part, volts, components, board), ground];
}

/** A converter for a supply that no rail takes as it is. */
function converterFor(supply: Component, components: readonly Component[]): Component | undefined {
  const volts = outputOf(supply);
  if (railOf(volts)) return undefined;
  return components.find(
    (one) =>
      one.category === 'power' &&
      isRegulator(one) &&
      (!one.voltage || (one.voltage.min <= volts && volts <= one.voltage.max)),
  );
}

function inputsOf(converter: Component, components: readonly Component[]): PartLine[] {
  return components
    .filter(
      (one) => one.category === 'power' && !isRegulator(one) && converterFor(one, components) === converter,
    )
    .map((supply) => ({
      to: 'part',
      pin: 'IN',
      signal: 'VIN',
      at: { componentId: supply.id, pin: 'OUT' },
      net: railName(outputOf(supply)),
    }));
}

function toBoard(
  part: Component,
  volts: number,
  components: readonly Component[],
  board: Component,
): PartLine[] {
  const rail = railOf(volts);
  const raw = pinPools[board.id]?.raw;
  const at = rail ?? raw?.pin ?? '5V';
  const caution = cautionOf(part, volts, components, rail ? undefined : raw);
  return [
    {
      to: 'board',
      pin: 'OUT',
      signal: 'VIN',
      at,
      net: rail ?? railName(volts),
      volts,
      ...(caution && { caution }),
    },
  ];
}

function cautionOf(
  part: Component,
  volts: number,
  components: readonly Component[],
  raw: { pin: string; min: number; max: number } | undefined,
): PowerCaution | undefined {
  if (raw && volts < raw.min) return { kind: 'too_low', volts, ...raw };
  if (raw && volts > raw.max) return { kind: 'too_high', volts, ...raw };
  const fed = components.some((one) => converterFor(one, components) === part && one.category === 'power');
  if (isRegulator(part) && part.voltage && !fed)
    return { kind: 'set_output', volts, min: part.voltage.min, max: part.voltage.max };
  const feeders = components.filter((one) => one.category === 'power' && !converterFor(one, components));
  return feeders.length > 1 ? { kind: 'one_at_a_time' } : undefined;
}
