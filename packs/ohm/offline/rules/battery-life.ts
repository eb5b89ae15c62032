import { isRegulator, powerOf } from '../../schema/artifacts/bom-checks.ts';
import type { Component } from '../../schema/artifacts/bom.kind.ts';
import { sourceIn, type PowerSource } from './power-sources.ts';

/** A switching converter loses about so much of what it takes. */
const CONVERTER_EFFICIENCY = 0.85;
const CONVERTED_V = 5;
const MAH = /(\d[\d,.]*)\s?(?:mah|milliamp[- ]?hours?|ملي أمبير ساعة)/iu;
const AH = /(\d+(?:\.\d+)?)\s?(?:ah|amp[- ]?hours?)(?![\p{L}])/iu;

/** What feeds the parts: of the list, or named in words. */
export interface Battery {
  id: string;
  name: string;
}

/** How long a battery feeds the parts of a list. */
export type BatteryLife =
  | { kind: 'no battery' }
  /** Nothing says what the battery holds. */
  | { kind: 'no capacity'; battery: Battery; typicalMa: number }
  /** No part has a current. */
  | { kind: 'no current' }
  | {
      kind: 'hours';
      battery: Battery;
      capacityMah: number;
      /** The capacity is that of usual cells of the kind, and was not told. */
      isUsual: boolean;
      /** At what the parts usually take, and at most. */
      typical: number;
      least: number;
      typicalMa: number;
      maxMa: number;
      converted: boolean;
      /** Names of parts whose current is not known; they are not counted. */
      uncounted: string[];
    };

/** The capacity that a text tells, in mAh. */
export function capacityIn(text: string): number | undefined {
  const mah = Number(MAH.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  const ah = Number(AH.exec(text)?.[1] ?? Number.NaN);
  const told = Number.isNaN(mah) ? ah * 1_000 : mah;
  return told > 0 ? told : undefined;
}

const USES_CURRENT: ReadonlySet<string> = new Set(['mcu', 'sensor', 'actuator', 'display', 'connectivity']);

/**
 * Capacity over current. Behind a converter to 5 V energy counts instead of current: what the cells hold, less what the
 * converter loses, over what the parts take at 5 V.
 *
 * @param told a capacity in mAh that somebody has told.
 * @param source a battery that the question names; it stands for that of the list.
 */
export function batteryLife(
  components: readonly Component[],
  { told, source }: { told?: number | undefined; source?: PowerSource | undefined } = {},
): BatteryLife {
  const listed = components.find(
    ({ category, id, name }) => category === 'power' && /batter|cell|9-?v block/iu.test(`${id} ${name}`),
  );
  const battery = source ? { id: source.en, name: source.en } : listed;
  if (!battery) return { kind: 'no battery' };
  const { totalTypicalMa: typicalMa, totalMaxMa: maxMa } = powerOf(components);
  if (typicalMa <= 0) return { kind: 'no current' };
  const usual = (source ?? sourceIn(battery.name))?.mAh;
  const one = told ?? (source ? undefined : capacityIn(listed?.notes ?? '')) ?? usual;
  if (one === undefined) return { kind: 'no capacity', battery, typicalMa };
  const capacityMah = one * (source ? 1 : (listed?.quantity ?? 1));
  const converted = components.some(isRegulator);
  const volts = source?.nominal ?? listed?.voltage?.max ?? CONVERTED_V;
  const usable = converted ? (capacityMah * volts * CONVERTER_EFFICIENCY) / CONVERTED_V : capacityMah;
  return {
    kind: 'hours',
    battery,
    capacityMah,
    isUsual: one === usual && told === undefined,
    typical: usable / typicalMa,
    least: usable / Math.max(typicalMa, maxMa),
    typicalMa,
    maxMa,
    converted,
    uncounted: components
      .filter(({ category, currentMa }) => USES_CURRENT.has(category) && !currentMa)
      .map(({ name }) => name),
  };
}
