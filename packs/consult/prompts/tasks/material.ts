import { money, monthsInArabic, monthsInWords } from '../../figures.ts';
import type { ToolResult } from '#contracts';
import { z } from 'zod';
import { ToolError, type ToolContext, type OfflineMessage } from '#pack-kit';
import { findLead } from '../../schema/leads/lead.repository.ts';
import { findFigures } from '../../schema/leads/session.repository.ts';
import { industryName } from '../../industries.ts';

/** What a model, or its rules, write from: the latest messages, the profile, the figures. */
export const material = z.object({
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  language: z.string(),
  profile: z.record(z.string(), z.unknown()),
  /** `source` is the tool that worked it out, `sourceName` what a reader is told of it. */
  figures: z.array(
    z.object({ name: z.string(), value: z.string(), source: z.string(), sourceName: z.string() }),
  ),
});
export type Material = z.infer<typeof material>;

const MOST_MESSAGES = 50;
const MAX_TOKENS = 12_000;

/**
 * What is known for a text about the conversation.
 *
 * @throws ToolError PRECONDITION_FAILED when nothing was said yet and `needsMessages`.
 */
export async function materialFor(
  context: ToolContext,
  { needsMessages }: { needsMessages: boolean },
): Promise<Material> {
  const { conversation, conversationId, contactId, language, messageText } = context;
  const said = (await conversation?.messages({ most: MOST_MESSAGES, maxTokens: MAX_TOKENS })) ?? [];
  if (needsMessages && said.length === 0)
    throw new ToolError('PRECONDITION_FAILED', 'There is nothing to analyse yet: nothing was said before.', {
      missing: ['messages'],
    });
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

export type Figure = Material['figures'][number];

/** "Savings a year: $60,000 (calculation of the return)". */
export const figureLine = ({ name, value, sourceName }: Figure) => `${name}: ${value} (${sourceName})`;

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
  const by = (source: keyof typeof words.sources) => ({ source, sourceName: words.sources[source] });
  return [
    ...(cost
      ? [
          {
            name: words.costMonth,
            value: money(cost.monthlyCost, cost.currency),
            ...by('simulate_cost_of_inaction'),
          },
          {
            name: words.costYear,
            value: money(cost.annualCost, cost.currency),
            ...by('simulate_cost_of_inaction'),
          },
          ...(cost.workshop.breakEvenMonths === null
            ? []
            : [
                {
                  name: words.breakEven,
                  value: words.months(cost.workshop.breakEvenMonths),
                  ...by('simulate_cost_of_inaction'),
                },
              ]),
        ]
      : []),
    ...(roi
      ? [
          { name: words.savings, value: money(roi.annualSavings), ...by('calculate_roi') },
          ...(roi.roiPercent === null
            ? []
            : [
                { name: words.roi(roi.timelineMonths), value: `${roi.roiPercent} %`, ...by('calculate_roi') },
              ]),
          ...(roi.paybackMonths === null
            ? []
            : [{ name: words.payback, value: words.months(roi.paybackMonths), ...by('calculate_roi') }]),
        ]
      : []),
  ];
}

/** For a visitor, where nothing was said before. */
export function nothingSaid({ errorClass, data }: ToolResult, _input: unknown, { language }: OfflineMessage) {
  const missing = (data as { missing?: unknown[] } | undefined)?.missing;
  if (errorClass !== 'PRECONDITION_FAILED' || !missing?.includes('messages')) return undefined;
  return language === 'ar'
    ? 'لم نتحدث عن شيء بعد، فليس لدي ما أكتبه. أخبرني أولا بما تحتاجون إليه.'
    : 'We have not talked about anything yet, so there is nothing to write down. Tell me first what you need.';
}

/** A heading, and what stands under it, is a document that was made before: no talk of anybody. */
const HEADING = /^#{1,6}\s/mu;
/** An end of a sentence: a mark that no digit or letter follows, as in "0.8" and "example.com". */
const SENTENCE_END = /(?<=[.!?؟])(?=\s|$)|\n+/u;
const LIST_SIGN = /^(?:[-*•]\s+|\d{1,2}[.)]\s+)+/u;

/** "Hi there, ", "مرحبا،": what a message opens with and says nothing of the matter. */
const GREETING =
  /^(?:(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|مرحب(?:ا|اً|ًا)|أهلا(?: وسهلا)?|اهلا(?: وسهلا)?|صباح الخير|مساء الخير)(?: (?:there|all|everyone|team|again|بكم|بك))?(?:\s*[,!،.:–-]+\s*|\s+(?=(?:we|i|our|my|نحن|لدينا|عندنا|أنا|i'm|we're)(?!\p{L})))|(?:hi|hello|hey)$)+/iu;

function withoutGreeting(sentence: string): string {
  const rest = sentence.replace(GREETING, '');
  return rest === sentence ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Every sentence of the messages, in order and each once, of the visitor only where `role` says so. */
export function sentencesOf(messages: Material['messages'], role?: 'user' | 'assistant'): string[] {
  const sentences = messages
    .filter((message) => role === undefined || message.role === role)
    .filter((message) => message.role === 'user' || !HEADING.test(message.text))
    .flatMap(({ text }) => text.split(SENTENCE_END))
    .map((sentence) => withoutGreeting(sentence.trim().replace(LIST_SIGN, '').trim()))
    .filter((sentence) => sentence.length > 3);
  return [...new Set(sentences)];
}

/** Those in which one of the cues stands, each once, at most so many. */
export function pick(sentences: readonly string[], cue: RegExp, most: number): string[] {
  return [...new Set(sentences.filter((sentence) => cue.test(sentence)))].slice(0, most);
}

/** What the profile says of somebody, in the order of the keys; their industry as the language calls it. */
export function whoIs(profile: Record<string, unknown>, keys: readonly string[], language: string): string[] {
  return keys.flatMap((key) => {
    const value = profile[key];
    if (typeof value !== 'string') return [];
    return key === 'industry' ? industryName(value, language) : value;
  });
}
