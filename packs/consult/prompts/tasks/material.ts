import { dollars, monthsInArabic, monthsInWords } from '../../tools/figures.ts';
import { z } from 'zod';
import { preconditionFailed, type ToolContext } from '#pack-kit';
import { findLead } from '../../schema/leads/lead.repository.ts';
import { findFigures } from '../../schema/leads/session.repository.ts';

/** `source` is the tool that calculated the figure, `sourceName` its name for readers. */
export const figure = z.object({
  name: z.string(),
  value: z.string(),
  source: z.string(),
  sourceName: z.string(),
});
export type Figure = z.infer<typeof figure>;

/** Input of a model, or of its rules, for a text: the latest messages, the profile, the figures. */
export const material = z.object({
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  language: z.string(),
  profile: z.record(z.string(), z.unknown()),
  figures: z.array(figure),
});
export type Material = z.infer<typeof material>;

const MOST_MESSAGES = 50;
const MAX_TOKENS = 12_000;

/**
 * Collects the input for a text about the conversation.
 *
 * @throws ToolError PRECONDITION_FAILED if there are no messages and `needsMessages` is set
 */
export async function materialFor(
  context: ToolContext,
  { needsMessages }: { needsMessages: boolean },
): Promise<Material> {
  const { conversation, conversationId, contactId, language, messageText } = context;
  const said = (await conversation?.messages({ most: MOST_MESSAGES, maxTokens: MAX_TOKENS })) ?? [];
  if (needsMessages && said.length === 0)
    throw preconditionFailed('There is nothing to analyse yet: nothing was said before.', 'messages');
  const { lead, figures } = await context.read(async (tx) => ({
    lead: contactId === undefined ? undefined : await findLead(tx, contactId),
    figures: conversationId === undefined ? [] : figuresOf(await findFigures(tx, conversationId), language),
  }));
  const messages = said.map(({ role, text }) => ({ role, text }));
  const asked = needsMessages || messageText === '' ? [] : [{ role: 'user' as const, text: messageText }];
  return { messages: [...messages, ...asked], language, profile: profileOf(lead), figures };
}

function profileOf(lead: Awaited<ReturnType<typeof findLead>>): Record<string, unknown> {
  if (!lead) return {};
  const { score: _score, bookedAt: _bookedAt, email: _email, ...rest } = lead;
  return Object.fromEntries(
    Object.entries(rest).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
  );
}

const FIGURES = {
  en: {
    costMonth: 'Cost of waiting a month',
    costYear: 'Cost of waiting a year',
    breakEven: 'Workshop breaks even after',
    savings: 'Savings a year',
    roi: (months: number) => `Return over ${months} months`,
    payback: 'Payback',
    months: monthsInWords,
    sources: {
      simulate_cost_of_inaction: 'calculation of the cost of waiting',
      calculate_roi: 'calculation of the return',
    },
  },
  ar: {
    costMonth: 'تكلفة الانتظار شهريا',
    costYear: 'تكلفة الانتظار سنويا',
    breakEven: 'تُسترد تكلفة الورشة بعد',
    savings: 'التوفير السنوي',
    roi: (months: number) => `العائد خلال ${months} شهرا`,
    payback: 'مدة الاسترداد',
    months: monthsInArabic,
    sources: { simulate_cost_of_inaction: 'حساب تكلفة الانتظار', calculate_roi: 'حساب العائد على الاستثمار' },
  },
};

function figuresOf(
  { lastRoi: roi, lastCostOfInaction: cost }: Awaited<ReturnType<typeof findFigures>>,
  language: string,
): Figure[] {
  const words = language === 'ar' ? FIGURES.ar : FIGURES.en;
  const figure = (source: keyof typeof words.sources, name: string, value: string | undefined): Figure[] =>
    value === undefined ? [] : [{ name, value, source, sourceName: words.sources[source] }];
  return [
    ...(cost
      ? [
          figure('simulate_cost_of_inaction', words.costMonth, dollars(cost.monthlyCost)),
          figure('simulate_cost_of_inaction', words.costYear, dollars(cost.annualCost)),
          figure('simulate_cost_of_inaction', words.breakEven, words.months(cost.workshop.breakEvenMonths)),
        ]
      : []),
    ...(roi
      ? [
          figure('calculate_roi', words.savings, dollars(roi.annualSavings)),
          figure(
            'calculate_roi',
            words.roi(roi.timelineMonths),
            roi.roiPercent === null ? undefined : `${roi.roiPercent} %`,
          ),
          figure(
            'calculate_roi',
            words.payback,
            roi.paybackMonths === null ? undefined : words.months(roi.paybackMonths),
          ),
        ]
      : []),
  ].flat();
}
