import type { ArtifactContent, DrawerList } from '#pack-kit';
import type { Bom } from './artifacts/bom.kind.ts';
import type { Component } from './artifacts/component.ts';
import { catalogue, partOf } from './parts/catalogue.ts';
import { componentFor } from './parts/listed-part.ts';

/** Prices from the catalogue. */
const SAMPLE_CURRENCY = 'USD';

type PartFacts = Pick<Component, 'category' | 'voltage' | 'currentMa' | 'interfaces' | 'i2cAddress'>;

/** The panel of parts: the project's parts with cheaper alternatives from the catalogue, and the whole catalogue. */
export function partsPanel({ bom }: Readonly<Record<string, ArtifactContent>>): DrawerList[] {
  const list = bom as unknown as Bom | undefined;
  const components = list?.components ?? [];
  const used = new Map(components.map(({ id, quantity }) => [id, quantity]));
  return [
    {
      title: 'In this project',
      about:
        components.length > 0
          ? 'Each part of the parts list with what it costs in all.'
          : 'There is no parts list yet. Ask for one: “Put together the parts list”.',
      items: components.map((one) => ({
        id: one.id,
        title: `${one.quantity} × ${one.name}`,
        note: one.lineTotal === null ? 'price unknown' : money(one.lineTotal, list?.currency),
        facts: [...factsOf(one), ...standing(one), ...cheaperOf(one.id)],
        mark: one.status === 'proposed' ? null : one.status,
      })),
    },
    {
      title: 'Catalogue',
      about: 'Common parts at sample prices.',
      items: catalogue.map((part) => ({
        id: part.id,
        title: part.name,
        note: money(part.unitPrice, SAMPLE_CURRENCY),
        facts: [...factsOf(componentFor(part)), ...cheaperOf(part.id)],
        mark: used.has(part.id) ? `${used.get(part.id)} in the project` : null,
      })),
    },
  ];
}

function factsOf({ category, voltage, currentMa, interfaces = [], i2cAddress }: PartFacts): string[] {
  // A converter has no current of its own; its voltage is its input.
  const isSource = category === 'power' && currentMa !== undefined;
  return [
    category,
    voltage && `${isSource ? 'gives' : 'takes'} ${range(voltage)} V`,
    voltage?.logic !== undefined && `${voltage.logic} V logic`,
    currentMa &&
      (isSource ? `up to ${currentMa.max} mA` : `${currentMa.typical} mA, at most ${currentMa.max}`),
    interfaces.length > 0 && category !== 'power' && interfaces.join(', '),
    i2cAddress,
  ].filter((fact) => typeof fact === 'string');
}

function standing({ required, priceSource }: Component): string[] {
  return [
    ...(required ? [] : ['optional, not in the total']),
    ...(priceSource === 'catalogue_sample' ? ['sample price'] : []),
  ];
}

function cheaperOf(id: string): string[] {
  const cheaper = partOf(partOf(id)?.cheaper ?? '');
  return cheaper ? [`for less: ${cheaper.name}, ${money(cheaper.unitPrice, SAMPLE_CURRENCY)}`] : [];
}

const range = ({ min, max }: { min: number; max: number }) => (min === max ? `${min}` : `${min} to ${max}`);
const money = (amount: number, currency = SAMPLE_CURRENCY) => `${amount.toFixed(2)} ${currency}`;
