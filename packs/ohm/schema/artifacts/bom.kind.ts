import { z } from 'zod';
import { defineArtifactKind, ToolError, type ArtifactSiblings } from '#pack-kit';
import { partCategories, partInterfaces } from '../parts/catalogue.ts';
import { bomWarnings, powerOf } from './bom-checks.ts';
import { cents, warningText } from './warnings.ts';

const MAX_ID_CHARACTERS = 60;
const volts = z.number().min(0).max(1_000);
const milliamperes = z.number().min(0);

const i2cAddress = z.string().refine((text) => {
  const address = /^0x[0-9a-f]{1,2}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  return address >= 0x03 && address <= 0x77;
}, 'expected an address from 0x03 to 0x77');

const httpUrl = z.url({ protocol: /^https?$/ });

export const component = z.object({
  id: z.string().regex(/^[a-z0-9-]{2,60}$/, 'expected 2 to 60 of a-z, 0-9 and -'),
  name: z.string().trim().min(1).max(120),
  category: z.enum(partCategories),
  partNumber: z.string().max(120).optional(),
  manufacturer: z.string().max(120).optional(),
  supplier: z.string().max(120).optional(),
  supplierUrl: httpUrl.optional(),
  quantity: z.int().min(1).max(999).default(1),
  unitPrice: z.number().min(0).nullable().default(null),
  priceSource: z.enum(['user', 'catalogue_sample', 'model', 'unknown']).default('unknown'),
  voltage: z
    .object({ min: volts, max: volts, logic: volts.optional() })
    .refine(({ min, max }) => min <= max, 'expected min to be at most max')
    .optional(),
  currentMa: z.object({ typical: milliamperes, max: milliamperes }).optional(),
  interfaces: z.array(z.enum(partInterfaces)).max(10).optional(),
  i2cAddress: i2cAddress.optional(),
  pins: z
    .array(z.object({ signal: z.string().max(40), suggestedPin: z.string().max(20) }))
    .max(60)
    .optional(),
  alternatives: z
    .array(
      z.object({
        name: z.string().max(120),
        partNumber: z.string().max(120).optional(),
        unitPrice: z.number().min(0).nullable().optional(),
        note: z.string().max(300).optional(),
      }),
    )
    .max(5)
    .optional(),
  required: z.boolean().default(true),
  status: z.enum(['proposed', 'confirmed', 'owned']).default('proposed'),
  notes: z.string().max(500).optional(),
});
export type Component = z.infer<typeof component>;

const bomContent = z.object({
  projectName: z.string().max(120).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected a code of ISO 4217 such as USD')
    .default('USD'),
  components: z.array(component).max(200),
  notes: z.string().max(2_000).optional(),
});
export type BomContent = z.infer<typeof bomContent>;

/** The stored content: that of the caller with the fields that the server computes. */
export interface Bom extends Omit<BomContent, 'components'> {
  schemaVersion: 1;
  components: (Component & { lineTotal: number | null })[];
  power: ReturnType<typeof powerOf>;
  /** Sum over the parts that are required and not yet owned. */
  totalCost: number;
  unpricedCount: number;
  warnings: ReturnType<typeof bomWarnings>;
}

/** The parts of the project with their cost and the checks of how they fit together. */
export const bomKind = defineArtifactKind<BomContent>({
  kind: 'bom',
  title: 'Bill of materials',
  description:
    'parts: {components: [{id, name, category, quantity, unitPrice, voltage {min, max, logic}, currentMa {typical, max}, interfaces, i2cAddress, status}], currency}; totals and warnings are worked out',
  format: 'json',
  schema: bomContent,
  arrayKeys: {
    components: { key: 'id', alsoBy: 'name', make: ({ name }, taken) => componentId(name, taken) },
  },
  finish: (content) => {
    const bom = finishedBom(content);
    return { content: bom as unknown as Record<string, unknown>, warnings: bom.warnings.map(warningText) };
  },
});

/** The current parts list beside another artifact; undefined where there is none. */
export async function partsBeside(
  siblings: ArtifactSiblings,
): Promise<{ version: number; bom: Bom } | undefined> {
  const found = await siblings.current('bom');
  return found && { version: found.version, bom: found.content as unknown as Bom };
}

/** The list with its sums and checks. */
export function finishedBom(content: BomContent): Bom {
  const components = content.components.map((one) => ({
    ...one,
    lineTotal: one.unitPrice === null ? null : cents(one.quantity * one.unitPrice),
  }));
  const toBuy = components.filter(({ required, status }) => required && status !== 'owned');
  return {
    schemaVersion: 1,
    ...content,
    components,
    power: powerOf(components),
    totalCost: cents(toBuy.reduce((sum, { lineTotal }) => sum + (lineTotal ?? 0), 0)),
    unpricedCount: components.filter(({ unitPrice }) => unitPrice === null).length,
    warnings: bomWarnings(components),
  };
}

function componentId(name: unknown, taken: ReadonlySet<string>): string {
  const slug = (typeof name === 'string' ? name : '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_ID_CHARACTERS - 4);
  const base = slug.length >= 2 ? slug : `part-${slug}`.replace(/-$/, '');
  if (!taken.has(base)) return base;
  for (let number = 2; number <= 1_000; number += 1)
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
  throw new ToolError('VALIDATION_FAILED', `There are too many parts named ${String(name)}.`);
}
