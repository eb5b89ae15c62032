import { z } from 'zod';
import { defineArtifactKind } from '#pack-kit';
import { partsBeside, type Bom } from './bom.kind.ts';
import { cents } from './warnings.ts';

const amount = z.number().min(0);
const slug = z.string().min(1).max(60);

export const budgetItem = z.object({
  componentId: slug,
  name: z.string().min(1).max(120),
  quantity: z.int().min(1).max(999).default(1),
  unitPrice: amount.nullable().default(null),
  /** Computed here. The value that comes back from a merge shows whether the item was changed. */
  lineTotal: amount.nullable().optional(),
  /** `bom`: the item follows the parts list; `own`: a caller has given or changed it. Stored, so that a merge returns it. */
  source: z.enum(['bom', 'own']).optional(),
});
type BudgetItem = z.infer<typeof budgetItem>;
export const optimization = z.object({
  id: slug,
  componentId: slug,
  current: z.string().min(1).max(120),
  suggested: z.string().min(1).max(120),
  currentUnitPrice: amount,
  suggestedUnitPrice: amount,
  risk: z.enum(['low', 'medium', 'high']),
  rationale: z.string().min(1).max(300),
  accepted: z.boolean().default(false),
});
export const otherCost = z.object({ id: slug, label: z.string().min(1).max(120), amount });

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'expected a code of ISO 4217 such as USD');

const budgetContent = z.object({
  currency: currencyCode.optional(),
  targetBudget: z.number().positive().nullable().default(null),
  /** Currency of the target where it differs from that of the prices. There is no exchange rate, so the two are not compared. */
  targetCurrency: currencyCode.optional(),
  items: z.array(budgetItem).max(200).optional(),
  otherCosts: z.array(otherCost).max(50).default([]),
  optimizations: z.array(optimization).max(100).default([]),
});
export type BudgetContent = z.infer<typeof budgetContent>;

/** The stored content: that of the caller with its sums. */
export interface Budget extends Omit<BudgetContent, 'items' | 'currency' | 'optimizations'> {
  schemaVersion: 1;
  currency: string;
  bomVersion: number | null;
  items: (BudgetItem & { lineTotal: number | null; source: 'bom' | 'own' })[];
  optimizations: (z.infer<typeof optimization> & { saving: number })[];
  totals: {
    currentTotal: number;
    potentialSavings: number;
    acceptedSavings: number;
    optimizedTotal: number;
    savingsPct: number;
    overBudgetBy: number | null;
  };
  status: 'within' | 'over' | 'unknown';
}

/** Costs of the project and possible savings. */
export const budgetKind = defineArtifactKind<BudgetContent>({
  kind: 'budget',
  title: 'Budget',
  description:
    'costs: {targetBudget, targetCurrency (where it is not that of the prices), items (those of the bom when left out), otherCosts: [{id, label, amount}], optimizations: [{id, componentId, current, suggested, currentUnitPrice, suggestedUnitPrice, risk, rationale, accepted}]}; sums are worked out',
  format: 'json',
  schema: budgetContent,
  arrayKeys: {
    items: { key: 'componentId' },
    otherCosts: { key: 'id' },
    optimizations: { key: 'id' },
  },
  finish: async (content, siblings) => {
    const budget = finishedBudget(content, await partsBeside(siblings));
    return { content: budget as unknown as Record<string, unknown> };
  },
  recheck: async (content, siblings) => {
    const stored = content as unknown as Budget;
    const parts = await partsBeside(siblings);
    if (!parts || parts.version === stored.bomVersion) return [];
    const now = finishedBudget(stored, parts);
    if (now.totals.currentTotal === stored.totals.currentTotal) return [];
    return [
      `STALE_BOM: The parts list is at version ${parts.version} now, and the items cost ${now.totals.currentTotal} ${now.currency} by it.`,
    ];
  },
});

/** The budget with its sums. Items that no caller has given are taken from the current parts list. */
export function finishedBudget(
  content: BudgetContent,
  parts: { version: number; bom: Bom } | undefined,
): Budget {
  const items = itemsNow(content.items, parts?.bom).map((item) => ({ ...item, lineTotal: totalOf(item) }));
  const optimizations = content.optimizations.map((one) => {
    const quantity = items.find(({ componentId }) => componentId === one.componentId)?.quantity ?? 1;
    return { ...one, saving: cents((one.currentUnitPrice - one.suggestedUnitPrice) * quantity) };
  });
  const { targetBudget, otherCosts } = content;
  const sum = (amounts: readonly number[]) => cents(amounts.reduce((total, one) => total + one, 0));
  const currentTotal = sum([
    ...items.map(({ lineTotal }) => lineTotal ?? 0),
    ...otherCosts.map(({ amount: cost }) => cost),
  ]);
  const gains = optimizations.filter(({ saving }) => saving > 0);
  const potentialSavings = sum(gains.map(({ saving }) => saving));
  const unpriced = items.some(({ unitPrice }) => unitPrice === null);
  // Without items the cost is unknown, not zero.
  const isEmpty = items.length === 0 && otherCosts.length === 0;
  const currency = content.currency ?? parts?.bom.currency ?? 'USD';
  const comparable = targetBudget !== null && (content.targetCurrency ?? currency) === currency;
  return {
    schemaVersion: 1,
    ...content,
    currency,
    bomVersion: parts?.version ?? null,
    items,
    optimizations,
    totals: {
      currentTotal,
      potentialSavings,
      acceptedSavings: sum(gains.filter(({ accepted }) => accepted).map(({ saving }) => saving)),
      optimizedTotal: cents(currentTotal - potentialSavings),
      savingsPct: currentTotal === 0 ? 0 : Math.round((potentialSavings / currentTotal) * 1_000) / 10,
      overBudgetBy: !comparable ? null : Math.max(0, cents(currentTotal - targetBudget)),
    },
    status: !comparable || unpriced || isEmpty ? 'unknown' : currentTotal > targetBudget ? 'over' : 'within',
  };
}

const totalOf = ({ quantity, unitPrice }: Pick<BudgetItem, 'quantity' | 'unitPrice'>) =>
  unitPrice === null ? null : cents(quantity * unitPrice);

type SourcedItem = BudgetItem & { source: 'bom' | 'own' };

/** An item that a merge left unchanged follows the parts list; one with another price or quantity is the caller's own. */
function itemsNow(given: readonly BudgetItem[] | undefined, bom: Bom | undefined): SourcedItem[] {
  const listed = itemsOf(bom).map((item) => ({ ...item, source: 'bom' as const }));
  if (given === undefined) return listed;
  const follows = (item: BudgetItem) => item.source === 'bom' && item.lineTotal === totalOf(item);
  if (!given.some(follows)) return given.map((item) => ({ ...item, source: 'own' as const }));
  const own = given.filter((item) => !follows(item)).map((item) => ({ ...item, source: 'own' as const }));
  const others = listed.filter(({ componentId }) => !own.some((item) => item.componentId === componentId));
  return [...others, ...own];
}

/** The parts to buy; owned parts add no cost. */
function itemsOf(bom: Bom | undefined): BudgetItem[] {
  return (bom?.components ?? [])
    .filter(({ required, status }) => required && status !== 'owned')
    .map(({ id: componentId, name, quantity, unitPrice }) => ({ componentId, name, quantity, unitPrice }));
}
