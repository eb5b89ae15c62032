/** A common part. Prices are samples in US dollar. */
export interface CataloguePart {
  id: string;
  name: string;
  /** Names that people write, in English and Arabic; matched as whole words. */
  aliases: string[];
  category: PartCategory;
  /** Supply that it takes, or that a part of category `power` gives, in volt. */
  supply?: { min: number; max: number };
  /** Level of its signals in volt; `board` is the level of the board. */
  logic?: number | 'board';
  interfaces: PartInterface[];
  i2cAddress?: string;
  /** Current that the part takes; for category `power`, the current that it gives. */
  currentMa?: { typical: number; max: number };
  unitPrice: number;
  /** Id of a cheaper part that does the same. */
  cheaper?: string;
}

export const partCategories = [
  'mcu',
  'sensor',
  'actuator',
  'display',
  'power',
  'connectivity',
  'passive',
  'connector',
  'mechanical',
  'tool',
  'other',
] as const;
export type PartCategory = (typeof partCategories)[number];
export const partInterfaces = [
  'gpio',
  'i2c',
  'spi',
  'uart',
  'adc',
  'pwm',
  'onewire',
  'usb',
  'can',
  'power',
] as const;
export type PartInterface = (typeof partInterfaces)[number];

interface Row {
  aliases?: string;
  category: PartCategory;
  /** Volts, `min-max` or one number. */
  supply?: string;
  logic?: number | 'board';
  via?: PartInterface[];
  address?: string;
  mA?: [typical: number, max: number];
  price: number;
  cheaper?: string;
}

/** A part, from its row in the catalogue. */
export function part(id: string, name: string, row: Row): CataloguePart {
  const [min, max = min] = row.supply?.split('-').map(Number) ?? [];
  return {
    id,
    name,
    aliases: row.aliases?.split(/,\s*/) ?? [],
    category: row.category,
    ...(min !== undefined && max !== undefined && { supply: { min, max } }),
    ...(row.logic !== undefined && { logic: row.logic }),
    interfaces: row.via ?? [],
    ...(row.address !== undefined && { i2cAddress: row.address }),
    ...(row.mA && { currentMa: { typical: row.mA[0], max: row.mA[1] } }),
    unitPrice: row.price,
    ...(row.cheaper !== undefined && { cheaper: row.cheaper }),
  };
}
