import type { Bom, Component } from '../../schema/artifacts/bom.kind.ts';
import type { BudgetContent } from '../../schema/artifacts/budget.kind.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';

const RATIONALE = {
  board: 'Another board: fewer pins and one analog input, and the wiring has to be done anew.',
  part: 'Does the same work with less precision or comfort.',
};
const RATIONALE_AR: Record<string, string> = {
  [RATIONALE.board]: 'لوحة أخرى بمنافذ أقل ومدخل تناظري واحد، ويلزم إعادة التوصيل.',
  [RATIONALE.part]: 'تؤدي العمل نفسه بدقة أو راحة أقل.',
};
const RISKS_AR = { low: 'منخفضة', medium: 'متوسطة', high: 'عالية' };

/** Why a saving is one, and what may come of it, as an Arabic reply says it; a rationale of somebody's own stays as it is. */
export function savingInArabic({ rationale, risk }: BudgetContent['optimizations'][number]): {
  rationale: string;
  risk: string;
} {
  return { rationale: RATIONALE_AR[rationale] ?? rationale, risk: RISKS_AR[risk] };
}

/** Savings on the parts of a list: for each what does the same for less, where the board's logic stays as it is. */
export function optimizationsFor({ components }: Pick<Bom, 'components'>): BudgetContent['optimizations'] {
  const listed = new Set(components.map(({ id }) => id));
  const board = components.find(({ category }) => category === 'mcu');
  return components.flatMap((one) => {
    const suggested = partOf(partOf(one.id)?.cheaper ?? '');
    if (!suggested || listed.has(suggested.id)) return [];
    if (one.unitPrice === null || suggested.unitPrice >= one.unitPrice || !fits(one, suggested, board))
      return [];
    const isBoard = one.category === 'mcu';
    return [
      {
        id: `${one.id}-to-${suggested.id}`.slice(0, 60),
        componentId: one.id,
        current: one.name,
        suggested: suggested.name,
        currentUnitPrice: one.unitPrice,
        suggestedUnitPrice: suggested.unitPrice,
        risk: isBoard ? ('medium' as const) : ('low' as const),
        rationale: isBoard ? RATIONALE.board : RATIONALE.part,
        accepted: false,
      },
    ];
  });
}

/** A cheaper board keeps the logic level; another part puts no higher one on the board's pins than they take. */
function fits(
  { voltage, category }: Component,
  { logic }: CataloguePart,
  board: Component | undefined,
): boolean {
  const level = voltage?.logic;
  if (category === 'mcu') return typeof logic === 'number' && logic === level;
  const most = Math.max(level ?? Infinity, board?.voltage?.logic ?? 0);
  return typeof logic !== 'number' || logic <= most;
}
