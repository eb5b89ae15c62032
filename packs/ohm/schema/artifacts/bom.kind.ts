import { z } from 'zod';
import { alsoNamed, defineArtifactKind, type ArtifactSiblings } from '#pack-kit';
import { bomWarnings, powerOf } from './bom-checks.ts';
import { component, type Component } from './component.ts';
import { currency, freeId } from './readings.ts';
import { cents, warningText } from './warnings.ts';

const bomContent = alsoNamed(
  z.object({
    projectName: z.string().max(120).optional(),
    currency: currency.default('USD'),
    components: z.array(component).max(200),
    notes: z.string().max(2_000).optional().meta({ hidden: true }),
  }),
  { components: 'parts items bom', projectName: 'project name title' },
);
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
  description: 'voltage in V; unitPrice null if unknown; totals are computed',
  format: 'json',
  schema: bomContent,
  arrayKeys: {
    components: { key: 'id', alsoBy: 'name', make: ({ name }, taken) => freeId(name, taken) },
  },
  finish: (content) => {
    const bom = finishedBom(content);
    return { content: bom as unknown as Record<string, unknown>, warnings: bom.warnings.map(warningText) };
  },
});

/** The current parts list beside another artifact; undefined where there is none. */
export type CurrentParts = { version: number; bom: Bom } | undefined;

export async function partsBeside(siblings: ArtifactSiblings): Promise<CurrentParts> {
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
