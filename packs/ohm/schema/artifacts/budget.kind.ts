import { z } from 'zod';
import { alsoByName, alsoNamed, defineArtifactKind, enumWithSynonyms, moneyText } from '#pack-kit';
import { partsBeside, type Bom, type CurrentParts } from './bom.kind.ts';
import { unitPrice as amount } from './component.ts';
import { currency as currencyCode, freeId, partId, pieces } from './readings.ts';
import { cents } from './warnings.ts';

const budgetItem = alsoNamed(
  z.object({
    componentId: partId,
    name: z.string().min(1).max(120),
    quantity: pieces.default(1),
    unitPrice: amount.nullable().default(null),
    /** Computed here. The value that comes back from a merge shows whether the item was changed. */
    lineTotal: amount.nullable().optional().meta({ hidden: true }),
    /** `bom`: the item follows the parts list; `own`: a caller has given or changed it. Stored, so that a merge returns it. */
    source: z.enum(['bom', 'own']).optional().meta({ hidden: true }),
  }),
  { componentId: 'id', name: 'component part label', quantity: 'qty count', unitPrice: 'price cost' },
);
type BudgetItem = z.infer<typeof budgetItem>;
const optimization = alsoNamed(
  z.object({
    id: partId,
    componentId: partId,
    current: z.string().min(1).max(120),
    suggested: z.string().min(1).max(120),
    currentUnitPrice: amount,
    suggestedUnitPrice: amount,
    risk: enumWithSynonyms({ low: ['none', 'minimal'], medium: ['moderate'], high: [] }),
    rationale: z.string().min(1).max(300),
    accepted: z.boolean().default(false),
  }),
  {
    componentId: 'component part',
    current: 'currentpart from',
    suggested: 'suggestion suggestedpart replacement alternative to',
    currentUnitPrice: 'currentprice currentcost',
    suggestedUnitPrice: 'suggestedprice suggestedcost newprice newcost',
    rationale: 'reason why justification notes note',
  },
);
const otherCost = alsoNamed(z.object({ id: partId, label: z.string().min(1).max(120), amount }), {
  label: 'name description item',
  amount: 'cost price value',
});

const budgetContent = alsoNamed(
  z.object({
    currency: currencyCode.optional(),
    targetBudget: moneyText({ above: 0 }).nullable().default(null),
    /** Currency of the target where it differs from that of the prices. There is no exchange rate, so the two are not compared. */
    targetCurrency: currencyCode.optional(),
    items: alsoByName(z.array(budgetItem).max(200), { key: 'name', value: 'unitPrice' }).optional(),
    otherCosts: alsoByName(z.array(otherCost).max(50), { key: 'label', value: 'amount' }).default([]),
    optimizations: z.array(optimization).max(100).default([]),
  }),
  { targetBudget: 'budget target limit', items: 'components parts', optimizations: 'savings' },
);
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
    'items omitted: those of the bom; targetCurrency only if not that of the prices; sums are computed',
  format: 'json',
  schema: budgetContent,
  arrayKeys: {
    items: { key: 'componentId', make: ({ name }, taken) => freeId(name, taken) },
    otherCosts: { key: 'id', make: ({ label }, taken) => freeId(label, taken) },
    optimizations: { key: 'id', make: ({ suggested }, taken) => freeId(suggested, taken) },
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
export function finishedBudget(content: BudgetContent, parts: CurrentParts): Budget {
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
