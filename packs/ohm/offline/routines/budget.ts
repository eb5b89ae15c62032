import type { RoutineTurn } from '#pack-kit';
import { arabicName } from '../../schema/artifacts/arabic-warnings.ts';
import { sectionLines } from '../../schema/artifacts/briefs.ts';
import { finishedBudget, type Budget } from '../../schema/artifacts/budget.kind.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { currencyAskedIn, limitIn, type CostLimit } from '../rules/cost-limit.ts';
import { optimizationsFor, savingInArabic } from '../rules/cost-plan.ts';
import { flowRoutine, SUMMARY, writing, type Read, type Work } from './flow.ts';
import { makes, say } from './wishes.ts';

/** The currency of the catalogue's prices. */
const PRICES = 'USD';

const NOTHING_PRICED = {
  en: 'There is no parts list yet, so nothing has a price: say “parts list”, and I put it together.',
  ar: 'لا توجد قائمة قطع بعد، فلا أسعار: اكتب «قائمة القطع» فأعدها.',
};

/** Costs of the parts list against what they may be, and where less would do. */
export const newBudget = flowRoutine({
  agents: ['budgetOptimizer'],
  wanted: (turn) => makes(turn) || limitIn(turn.message.text) !== undefined,
  reads: (turn) => ['bom', SUMMARY, ...['budget', 'context'].filter((kind) => kind in turn.artifacts)],
  work: ({ turn, read }): Work | string => {
    const bom = read.bom?.content as Bom | undefined;
    const before = read.budget?.content as Budget | undefined;
    const context = typeof read.context?.content === 'string' ? read.context.content : '';
    const limit = limitOf(turn.message.text, before, sectionLines(context, 'Constraints'));
    if (!bom || !read.bom)
      return limitIn(turn.message.text) && limit
        ? keptForLater(turn, limit, read.budget)
        : say(
            turn,
            'There is no parts list yet, so nothing has a price. Have me put it together first.',
            'لا توجد قائمة قطع بعد، فلا أسعار. اطلب مني إعدادها أولا.',
          );
    const content = {
      ...targetOf(limit),
      optimizations: optimizationsFor(bom),
      ...(before && { otherCosts: before.otherCosts }),
    };
    const budget = finishedBudget({ otherCosts: [], ...content }, { version: read.bom.version, bom });
    return {
      calls: [writing('budget', content, { base: read.budget?.version })],
      drawer: 'budget',
      reply: () => {
        const asked = currencyAskedIn(turn.message.text);
        const isOther = asked !== undefined && asked !== PRICES && limitIn(turn.message.text) === undefined;
        return [...(isOther ? [noRate(turn, asked)] : []), tellBudget(turn, budget)].join('\n');
      },
    };
  },
});

/** The limit that holds: what the message says, else what was said before. A bare number is of the currency before. */
function limitOf(
  text: string,
  before: Budget | undefined,
  constraints: readonly string[],
): CostLimit | undefined {
  const earlier = before?.targetBudget
    ? { amount: before.targetBudget, ...(before.targetCurrency && { currency: before.targetCurrency }) }
    : constraints.map(limitIn).find(Boolean);
  const said = limitIn(text);
  return said ? { ...(earlier?.currency && { currency: earlier.currency }), ...said } : earlier;
}

/** As the budget keeps it; prices of the catalogue are in {@link PRICES}. */
function targetOf(limit: CostLimit | undefined): { targetBudget: number | null; targetCurrency?: string } {
  const { amount = null, currency = PRICES } = limit ?? {};
  return { targetBudget: amount, ...(currency !== PRICES && { targetCurrency: currency }) };
}

/** Without a parts list there is nothing to compare, but what it may cost is known from now on. */
function keptForLater(turn: RoutineTurn, limit: CostLimit, before: Read | undefined): Work {
  const { amount, currency = PRICES } = limit;
  const target = moneyIn(turn, amount, currency);
  return {
    calls: [writing('budget', targetOf(limit), { base: before?.version })],
    drawer: 'budget',
    reply: () =>
      [
        say(turn, `I have kept ${target} as what it may cost.`, `حفظت ${target} حدا أعلى لتكلفة المشروع.`),
        ...(currency === PRICES ? [] : [otherCurrency(turn, currency, PRICES)]),
        say(turn, NOTHING_PRICED.en, NOTHING_PRICED.ar),
      ].join(' '),
  };
}

/** No rate is made up: what cannot be compared is said. */
function otherCurrency(turn: RoutineTurn, currency: string, prices: string): string {
  const [theirs, own] = [currency, prices].map((one) => currencyIn(turn, one));
  return say(
    turn,
    `My prices are in ${own}, and I know no exchange rate to ${theirs}. Tell me the limit in ${own}, and I compare.`,
    `أسعاري بال${own}، ولا أعرف سعر الصرف إلى ${theirs}. أعطني الحد بال${own} لأقارن.`,
  );
}

/** "The total in euros": told in the currency of the prices, and that it is so. */
function noRate(turn: RoutineTurn, asked: string): string {
  const [theirs, own] = [asked, PRICES].map((one) => currencyIn(turn, one));
  return say(
    turn,
    `My prices are in ${own}, and I know no exchange rate to ${theirs}, so these sums are in ${own}.`,
    `أسعاري بال${own}، ولا أعرف سعر الصرف إلى ${theirs}، فهذه المبالغ بال${own}.`,
  );
}

const ARABIC: Readonly<Record<string, string>> = { USD: 'دولار', EUR: 'يورو', AED: 'درهم', SAR: 'ريال' };
const currencyIn = (turn: RoutineTurn, code: string) => say(turn, code, ARABIC[code] ?? code);
const moneyIn = (turn: RoutineTurn, amount: number, code: string) =>
  `${amount.toFixed(2)} ${currencyIn(turn, code)}`;

/** A supply beside a cell whose converter gives the 5 V as well: who has no plug needs none. */
function secondSource(
  turn: RoutineTurn,
  items: Budget['items'],
  money: (amount: number) => string,
): string[] {
  const has = (start: string) => items.some(({ componentId }) => componentId.startsWith(start));
  const supply = items.find(({ componentId }) => componentId === 'psu-5v2a');
  if (!supply?.lineTotal || !has('battery-') || !has('boost-')) return [];
  return [
    say(
      turn,
      `- On the battery alone it needs no supply: “remove the power supply” saves ${money(supply.lineTotal)}.`,
      `- إذا عمل على البطارية وحدها فلا يلزمه مصدر تغذية: «احذف مصدر تغذية» يوفر ${money(supply.lineTotal)}.`,
    ),
  ];
}

export function tellBudget(
  turn: RoutineTurn,
  { totals, status, targetBudget, targetCurrency, currency, optimizations, items, otherCosts }: Budget,
): string {
  if (items.length === 0 && otherCosts.length === 0)
    return [
      ...(targetBudget === null
        ? []
        : [
            say(
              turn,
              `What it may cost is kept: ${moneyIn(turn, targetBudget, targetCurrency ?? currency)}.`,
              `الحد الأعلى للتكلفة محفوظ: ${moneyIn(turn, targetBudget, targetCurrency ?? currency)}.`,
            ),
          ]),
      say(turn, NOTHING_PRICED.en, NOTHING_PRICED.ar),
    ].join(' ');
  const money = (amount: number) => moneyIn(turn, amount, currency);
  const isOther = targetCurrency !== undefined && targetCurrency !== currency;
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
        : isOther
          ? `${say(
              turn,
              `Whether that stays within ${moneyIn(turn, targetBudget, targetCurrency)} I cannot tell.`,
              `لا أستطيع القول إن كان ذلك ضمن ${moneyIn(turn, targetBudget, targetCurrency)}.`,
            )} ${otherCurrency(turn, targetCurrency, currency)}`
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
    ...secondSource(turn, items, money),
    ...outcome,
  ].join('\n');
}
