import type { Component } from '../artifacts/component.ts';
import type { CataloguePart } from './catalogue.ts';

/** A part of the catalogue as it is written into a parts list. Currents in mA, voltages in V, prices in US dollar. */
export type ListedPart = Pick<
  Component,
  'id' | 'name' | 'category' | 'quantity' | 'voltage' | 'currentMa' | 'interfaces' | 'i2cAddress'
> & { unitPrice: number; priceSource: 'catalogue_sample' };

/** A part of the catalogue as a component of the parts list. */
export function componentFor(part: CataloguePart, quantity = 1): ListedPart {
  const { id, name, category, supply, logic, currentMa, interfaces, i2cAddress, unitPrice } = part;
  const level = typeof logic === 'number' ? { logic } : {};
  return {
    id,
    name,
    category,
    quantity,
    unitPrice,
    priceSource: 'catalogue_sample',
    ...(supply && { voltage: { ...supply, ...level } }),
    ...(currentMa && { currentMa }),
    ...(interfaces.length > 0 && { interfaces }),
    ...(i2cAddress !== undefined && { i2cAddress }),
  };
}
