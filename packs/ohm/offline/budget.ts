import type { RoutineTurn } from '#pack-kit';
import { westernDigits } from '#text';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import type { Component } from '../schema/artifacts/component.ts';
import { finishedBudget, type Budget, type BudgetContent } from '../schema/artifacts/budget.kind.ts';
import { partOf, type CataloguePart } from '../schema/parts/catalogue.ts';
import { nameIn } from './arabic-names.ts';
import { flowRoutine, SUMMARY, writing, type Work } from './flow.ts';
import { say, wordsOf } from './requests.ts';

type Optimization = BudgetContent['optimizations'][number];

const RATIONALE = {
  board: 'Another board: fewer pins and one analog input, and the wiring has to be done anew.',
  part: 'Does the same work with less precision or comfort.',
};
const RATIONALE_AR: Readonly<Record<string, string>> = {
  [RATIONALE.board]: 'لوحة أخرى بمنافذ أقل ومدخل تناظري واحد، ويلزم إعادة التوصيل.',
  [RATIONALE.part]: 'تؤدي العمل نفسه بدقة أو راحة أقل.',
};
const RISK_AR = { low: 'منخفضة', medium: 'متوسطة', high: 'عالية' };

const SUM = String.raw`(\d+(?:\.\d+)?) (?:dollars|usd)`;
const LIMIT = new RegExp(
  String.raw`^(?:(?:can|could) we |let us )?(?:keep|get|make) (?:it|everything) (?:under|below|within) ${SUM}$|^budget is ${SUM}$|^(?:اريده|اريدها|اجعله) اقل من (\d+(?:\.\d+)?) دولار\p{L}*$`,
  'u',
);

/** The limit in a request, in US dollar; there is no rate for other currencies. */
export function limitIn(text: string): number | undefined {
  const written = westernDigits(text).replaceAll(/\$(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s?\$/g, '$1$2 dollars');
  const found = LIMIT.exec(wordsOf(written))?.slice(1).find(Boolean);
  return found === undefined || Number(found) <= 0 ? undefined : Number(found);
}

/** Compares the costs of the parts list with their limit, and lists cheaper parts. */
export const newBudget = flowRoutine({
  agents: ['budgetOptimizer'],
  wanted: ({ message }) => limitIn(message.text) !== undefined,
  reads: ({ artifacts }) => ['bom', SUMMARY, ...['budget', 'context'].filter((kind) => kind in artifacts)],
  work: ({ turn, read }): Work | string => {
    const bom = read.bom?.content as Bom | undefined;
    const before = read.budget?.content as Budget | undefined;
    if (!bom || !read.bom)
      return say(
        turn,
        'There is no parts list yet, so nothing has a price. Say “Put together the parts list” first.',
        'لا توجد قائمة قطع بعد، فلا أسعار. اكتب أولا «جهز قائمة القطع».',
      );
    const content = {
      targetBudget: limitIn(turn.message.text) ?? null,
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

/** Savings for the parts of a list: the cheaper alternative of each, if the board's logic voltage stays the same. */
export function optimizationsFor({ components }: Pick<Bom, 'components'>): Optimization[] {
  const listed = new Set(components.map(({ id }) => id));
  const board = components.find(({ category }) => category === 'mcu');
  return components.flatMap((one) => {
    const suggested = partOf(partOf(one.id)?.cheaper ?? '');
    if (!suggested || listed.has(suggested.id) || !fits(one, suggested, board)) return [];
    if (one.unitPrice === null || suggested.unitPrice >= one.unitPrice) return [];
    const isBoard = one.category === 'mcu';
    return [
      {
        id: `${one.id}-to-${suggested.id}`.slice(0, 60),
        componentId: one.id,
        current: one.name,
        suggested: suggested.name,
        currentUnitPrice: one.unitPrice,
        suggestedUnitPrice: suggested.unitPrice,
        risk: isBoard ? 'medium' : 'low',
        rationale: isBoard ? RATIONALE.board : RATIONALE.part,
        accepted: false,
      },
    ];
  });
}

/**
 * A cheaper board must keep the logic level; another part must not put more than the allowed level on the board's pins.
 */
function fits(
  { voltage, category }: Component,
  { logic }: CataloguePart,
  board: Component | undefined,
): boolean {
  if (category === 'mcu') return typeof logic === 'number' && logic === voltage?.logic;
  return (
    typeof logic !== 'number' || logic <= Math.max(voltage?.logic ?? Infinity, board?.voltage?.logic ?? 0)
  );
}

function tellBudget(
  turn: RoutineTurn,
  { totals, status, targetBudget, currency, optimizations }: Budget,
): string {
  const money = (amount: number) =>
    `${amount.toFixed(2)} ${say(turn, currency, currency === 'USD' ? 'دولار' : currency)}`;
  const target = money(targetBudget ?? 0);
  const over = money(totals.overBudgetBy ?? 0);
  const least = money(totals.optimizedTotal);
  const standing = {
    over: say(
      turn,
      `That is ${over} over the target of ${target}.`,
      `هذا أعلى من الهدف ${target} بمقدار ${over}.`,
    ),
    within: say(turn, `That is within the target of ${target}.`, `هذا ضمن الهدف ${target}.`),
    unknown: say(turn, 'A price is missing, so I cannot compare.', 'ينقص سعر، فلا أستطيع المقارنة.'),
  }[status];
  const named = (name: string, id: string) => nameIn(turn.message.language, { id, name });
  const savings = optimizations.map(({ id, componentId, current, suggested, saving, risk, rationale }) =>
    say(
      turn,
      `- ${suggested} in place of ${current} saves ${money(saving)} (risk ${risk}): ${rationale}`,
      `- ${named(suggested, id.split('-to-')[1] ?? '')} بدلا من ${named(current, componentId)} يوفر ${money(saving)} (المخاطرة ${RISK_AR[risk]}): ${RATIONALE_AR[rationale] ?? rationale}`,
    ),
  );
  return [
    say(
      turn,
      `The parts cost ${money(totals.currentTotal)}, at sample prices.`,
      `تكلفة القطع ${money(totals.currentTotal)} بأسعار تجريبية.`,
    ),
    standing,
    ...savings,
    ...(savings.length > 0
      ? [say(turn, 'Voltage and current limits stay as they are.', 'تبقى حدود الجهد والتيار كما هي.')]
      : []),
    ...(status === 'over'
      ? [say(turn, `With all savings it comes to ${least}.`, `مع كل التوفير تصبح التكلفة ${least}.`)]
      : []),
  ].join('\n');
}
