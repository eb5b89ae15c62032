import { z } from 'zod';
import { defineArtifactKind, ToolError, type ArtifactSiblings } from '#pack-kit';
import { bomWarnings, powerOf } from './bom-checks.ts';
import { component, type Component } from './component.ts';
import { cents, warningText } from './warnings.ts';

const MAX_ID_CHARACTERS = 60;

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
