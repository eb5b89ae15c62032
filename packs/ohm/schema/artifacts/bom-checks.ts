import type { Component } from './component.ts';
import type { PartsWarning } from './warnings.ts';

/** Rails that boards of this kind give to what is connected to them, in volt. */
const RAILS = [3.3, 5];
/** From here on a level is one of 5 V logic; a pin of a 3.3 V board takes no more than about 3.6 V. */
export const HIGH_LOGIC_V = 4.5;
const MAX_LOW_BOARD_V = 3.6;
const REGULATORS = /\b(?:buck|boost|regulator|step[- ](?:down|up)|ldo|converter)\b/i;
const SHIFTERS = /level[- ]?shift|logic level|bi-?directional.*level/i;

/** Supply and consumption of all parts together. */
export function powerOf(components: readonly Component[]): {
  supplyVoltage: number | null;
  totalTypicalMa: number;
  totalMaxMa: number;
} {
  const supply = suppliesIn(components)[0] ?? components.find(({ category }) => category === 'mcu');
  const users = components.filter(({ category }) => category !== 'power');
  const sum = (which: 'typical' | 'max') =>
    users.reduce((total, { currentMa, quantity }) => total + (currentMa?.[which] ?? 0) * quantity, 0);
  return {
    supplyVoltage: supply?.voltage?.max ?? null,
    totalTypicalMa: sum('typical'),
    totalMaxMa: sum('max'),
  };
}

/** Warnings about parts that do not fit together, and about missing data. */
export function bomWarnings(components: readonly Component[]): PartsWarning[] {
  return [
    ...noBoard(components),
    ...outsideOfRails(components),
    ...logicLevels(components),
    ...addressClashes(components),
    ...overloaded(components),
    ...unpriced(components),
  ];
}

/** Its outputs drive pins of the board at 5 V. Displays answer on I2C; motors and strips only listen. */
export function drivesHighLevel({
  category,
  voltage,
  interfaces = [],
}: Pick<Component, 'category' | 'voltage' | 'interfaces'>): boolean {
  const talks = category === 'sensor' || category === 'connectivity' || interfaces.includes('i2c');
  return talks && (voltage?.logic ?? 0) >= HIGH_LOGIC_V;
}

/** A board whose pins take 3.3 V only. */
export function isLowBoard({ voltage }: Pick<Component, 'voltage'>): boolean {
  return voltage?.logic !== undefined && voltage.logic <= MAX_LOW_BOARD_V;
}

export function isShifter({ id, name }: Pick<Component, 'id' | 'name'>): boolean {
  return SHIFTERS.test(id) || SHIFTERS.test(name);
}

/** It takes one voltage and gives another. */
export function isRegulator({ category, id, name, notes = '' }: Component): boolean {
  return category === 'power' && [id.replaceAll('-', ' '), name, notes].some((text) => REGULATORS.test(text));
}

function suppliesIn(components: readonly Component[]): Component[] {
  return components.filter((one) => one.category === 'power' && !isRegulator(one));
}

const warning = (code: string, message: string, parts: readonly Component[]): PartsWarning => ({
  code,
  message,
  componentIds: parts.map(({ id }) => id),
});

function noBoard(components: readonly Component[]): PartsWarning[] {
  if (components.some(({ category }) => category === 'mcu')) return [];
  return [warning('NO_MCU', 'No board with a microcontroller is in the list.', [])];
}

function outsideOfRails(components: readonly Component[]): PartsWarning[] {
  if (components.some(isRegulator)) return [];
  return components
    .filter(({ category, voltage }) => category !== 'mcu' && category !== 'power' && voltage)
    .filter(({ voltage }) => !RAILS.some((rail) => voltage && voltage.min <= rail && rail <= voltage.max))
    .map((one) => {
      const { min, max } = one.voltage ?? { min: 0, max: 0 };
      const range = min === max ? `${min} V` : `${min} to ${max} V`;
      return warning('VOLTAGE_MISMATCH', `${one.name} needs ${range}; the board gives 3.3 V and 5 V.`, [one]);
    });
}

function logicLevels(components: readonly Component[]): PartsWarning[] {
  const board = components.find(({ category }) => category === 'mcu');
  if (!board || !isLowBoard(board) || components.some(isShifter)) return [];
  return components.filter(drivesHighLevel).map((one) => {
    const message = `${one.name} puts ${one.voltage?.logic} V on pins of ${board.name}, which take 3.3 V: add a level shifter.`;
    return warning('LOGIC_LEVEL', message, [one, board]);
  });
}

function addressClashes(components: readonly Component[]): PartsWarning[] {
  const addressed = components.filter(({ i2cAddress }) => i2cAddress !== undefined);
  const byAddress = Map.groupBy(addressed, ({ i2cAddress = '' }) => Number.parseInt(i2cAddress, 16));
  return [...byAddress.values()].flatMap((parts) => {
    const count = parts.reduce((sum, { quantity }) => sum + quantity, 0);
    if (count < 2) return [];
    const names = parts.map(({ name }) => name).join(' and ');
    const message = `${count} parts have the I2C address ${parts[0]?.i2cAddress}: ${names}.`;
    return [warning('I2C_ADDRESS_CLASH', message, parts)];
  });
}

function overloaded(components: readonly Component[]): PartsWarning[] {
  const supplies = suppliesIn(components).filter(({ currentMa }) => (currentMa?.max ?? 0) > 0);
  if (supplies.length === 0) return [];
  const rating = supplies.reduce((sum, { currentMa, quantity }) => sum + (currentMa?.max ?? 0) * quantity, 0);
  const { totalMaxMa } = powerOf(components);
  if (totalMaxMa <= rating) return [];
  const message = `All parts together may take ${totalMaxMa} mA; the supply gives ${rating} mA.`;
  return [warning('POWER_BUDGET', message, supplies)];
}

function unpriced(components: readonly Component[]): PartsWarning[] {
  const unknown = components.filter(({ unitPrice }) => unitPrice === null);
  if (unknown.length === 0) return [];
  const names = unknown.map(({ name }) => name).join(', ');
  return [warning('UNPRICED', `No price is known for ${names}.`, unknown)];
}
