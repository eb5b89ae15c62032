import { arabicName } from '../artifacts/arabic-warnings.ts';
import { sectionLines } from '../artifacts/briefs.ts';
import { finishedBudget, type Budget } from '../artifacts/budget.kind.ts';
import type { Bom } from '../artifacts/bom.kind.ts';
import { optimizationsFor, savingInArabic, targetIn } from '../rules/cost-plan.ts';
import { flowRoutine, SUMMARY, writing, type Work } from './flow.ts';
import { makes, say } from './wishes.ts';

/** Costs of the parts list against what they may be, and where less would do. */
export const newBudget = flowRoutine({
  agents: ['budgetOptimizer'],
  wanted: (turn) => makes(turn) || targetIn(turn.message.text) !== undefined,
  reads: (turn) => ['bom', SUMMARY, ...['budget', 'context'].filter((kind) => kind in turn.artifacts)],
  work: ({ turn, read }): Work | string => {
    const bom = read.bom?.content as Bom | undefined;
    if (!bom || !read.bom)
      return say(
        turn,
        'There is no parts list yet, so nothing has a price. Have me put it together first.',
        'لا توجد قائمة قطع بعد، فلا أسعار. اطلب مني إعدادها أولا.',
      );
    const before = read.budget?.content as Budget | undefined;
    const context = typeof read.context?.content === 'string' ? read.context.content : '';
    const target =
      targetIn(turn.message.text) ??
      before?.targetBudget ??
      sectionLines(context, 'Constraints').map(targetIn).find(Boolean) ??
      null;
    const content = {
      targetBudget: target,
      optimizations: optimizationsFor(bom),
      ...(before && { otherCosts: before.otherCosts }),
    };
    const budget = finishedBudget({ otherCosts: [], ...content }, { version: read.bom.version, bom });
    return {
      calls: [writing('budget', content, { base: read.budget?.version })],
      drawer: 'budget',
      reply: () => tellBudget(turn, budget),
    };
  },
});

export function tellBudget(
  turn: Parameters<typeof say>[0],
  { totals, status, targetBudget, currency, optimizations }: Budget,
): string {
  const money = (amount: number) =>
    `${amount.toFixed(2)} ${currency === 'USD' ? say(turn, currency, 'دولار') : currency}`;
  const standing = {
    over: say(
      turn,
      `That is ${money(totals.overBudgetBy ?? 0)} over the target of ${money(targetBudget ?? 0)}.`,
      `هذا أعلى من الهدف ${money(targetBudget ?? 0)} بمقدار ${money(totals.overBudgetBy ?? 0)}.`,
    ),
    within: say(
      turn,
      `That is within the target of ${money(targetBudget ?? 0)}.`,
      `هذا ضمن الهدف ${money(targetBudget ?? 0)}.`,
    ),
    unknown:
      targetBudget === null
        ? say(turn, 'No target is set.', 'لا يوجد هدف محدد.')
        : say(
            turn,
            `A price is missing, so I cannot tell whether that stays within ${money(targetBudget)}.`,
            `ينقص سعر، فلا أستطيع القول إن كان ذلك ضمن ${money(targetBudget)}.`,
          ),
  }[status];
  const savings = optimizations.map((one) => {
    const { current, suggested, saving, risk, rationale } = one;
    const arabic = savingInArabic(one);
    return say(
      turn,
      `- ${suggested} in place of ${current} saves ${money(saving)} (risk ${risk}): ${rationale}`,
      `- ${arabicName(suggested)} بدلا من ${arabicName(current)} يوفر ${money(saving)} (المخاطرة ${arabic.risk}): ${arabic.rationale}`,
    );
  });
  const saved = optimizations.reduce((sum, { saving }) => sum + saving, 0);
  const least = totals.currentTotal - saved;
  const outcome =
    status !== 'over' || targetBudget === null
      ? []
      : least <= targetBudget
        ? [
            say(
              turn,
              `With ${optimizations.length === 1 ? 'this' : 'all of these'} it comes to ${money(least)}, within the target. Say which to replace.`,
              `بهذا تصبح التكلفة ${money(least)} ضمن الهدف. قل أي قطعة أستبدل.`,
            ),
          ]
        : [
            say(
              turn,
              `${savings.length > 0 ? `Even with all of that it comes to ${money(least)}: ` : ''}${money(targetBudget)} cannot be had with these parts. Take a part out, leave out what you own already (such as breadboard and wires), or set a higher target.`,
              `${savings.length > 0 ? `حتى مع كل ذلك تبلغ التكلفة ${money(least)}: ` : ''}لا يمكن الوصول إلى ${money(targetBudget)} بهذه القطع. احذف قطعة، أو استثن ما تملكه (مثل لوحة التجارب والأسلاك)، أو حدد هدفا أعلى.`,
            ),
          ];
  return [
    say(
      turn,
      `The parts cost ${money(totals.currentTotal)}, at sample prices.`,
      `تكلفة القطع ${money(totals.currentTotal)} بأسعار تجريبية.`,
    ),
    standing,
    ...(savings.length > 0
      ? [
          ...savings,
          say(turn, 'Voltage and current limits stay as they are.', 'تبقى حدود الجهد والتيار كما هي.'),
        ]
      : []),
    ...outcome,
  ].join('\n');
}
