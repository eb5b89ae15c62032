import { z } from 'zod';
import { keysOf, defineTool, enumWithSynonyms, runTask } from '#pack-kit';
import { anySpelling } from '#text';
import { keepDocument } from '../schema/document.repository.ts';
import { wordCount } from './documents/markdown.ts';
import { dollars } from './figures.ts';
import { pricesOf } from '../settings.ts';
import { executiveMemoTask, type memoOutput } from '../prompts/tasks/executive-memo.task.ts';
import { figure, materialFor } from '../prompts/tasks/material.ts';

const AUDIENCES = {
  CFO: ['finance', 'finance director', 'chief financial officer', 'المدير المالي'],
  CTO: ['it lead', 'head of it', 'chief technology officer', 'مدير التقنية'],
  CEO: ['boss', 'managing director', 'chief executive', 'المدير التنفيذي'],
};
const BLOCKERS = {
  security: ['privacy', 'data', 'الأمان', 'الخصوصية'],
  timing: ['not now', 'later', 'next year', 'التوقيت', 'لاحقا'],
  budget: ['expensive', 'cost', 'no money', 'الميزانية', 'التكلفة'],
};

const input = z.object({
  target_audience: enumWithSynonyms(AUDIENCES, { description: 'Reader of the memo.' }),
  key_blocker: enumWithSynonyms(BLOCKERS, { description: 'Objection to answer.' }),
  proposed_solution: z.string().trim().min(3).max(200).describe('What the reader should approve.'),
});

const result = z.object({
  markdown: z.string(),
  subject: z.string(),
  audience: z.enum(keysOf(AUDIENCES)),
  blocker: z.enum(keysOf(BLOCKERS)),
  figuresUsed: z.array(figure),
  wordCount: z.number(),
  documentId: z.string(),
  generatedBy: z.string(),
});
export type ExecutiveMemo = z.infer<typeof result>;

const WORKSHOP = anySpelling(/\b(?:workshop|training)\b|ورشة|ورشه|تدريب/iu);
const CONSULTING = /\b(?:consulting|engagement|project)\b|استشار|مشروع/iu;
const MAX_WORDS = 450;

export const generateExecutiveMemo = defineTool({
  name: 'generate_executive_memo',
  description:
    'Writes a one-page memo with which the visitor convinces a decision maker: CFO, CEO or CTO, against a blocker of budget, timing or security.',
  category: 'sales',
  capability: 'doc',
  input,
  result,
  whenToUse: [
    'Somebody has to convince a superior; an objection of budget, timing or security.',
    'Arguments for management or the board on a single page.',
  ],
  examples: [
    'My CFO says there is no budget, help me convince her',
    'Our CTO worries about data leaving the house',
    'The boss wants to wait until next year',
    'مديري المالي يرى أن التكلفة عالية، ساعدني لإقناعه',
    'اكتب مذكرة لمدير التقنية عن الأمان',
  ],
  role: 'any',
  sideEffect: 'write',
  intents: ['document', 'value'],
  async execute(
    { target_audience: audience, key_blocker: blocker, proposed_solution: solution },
    context,
  ): Promise<ExecutiveMemo> {
    const given = await materialFor(context, { needsMessages: false });
    const prices = pricesOf(context.settings);
    const price = WORKSHOP.test(solution)
      ? prices.workshop
      : CONSULTING.test(solution)
        ? prices.consulting
        : null;
    const { output, generatedBy } = await runTask(context, executiveMemoTask, {
      ...given,
      audience,
      blocker,
      solution,
      price: price === null ? null : dollars(price),
    });
    const markdown = markdownOf(output, audience, context.language);
    const known = [
      ...given.figures,
      ...(price === null
        ? []
        : [{ ...PRICE[context.language === 'ar' ? 'ar' : 'en'], value: dollars(price) }]),
    ];
    const figuresUsed = known.filter(({ value }) => markdown.includes(value));
    return context.write(async (tx) => {
      const { subject } = output;
      const data = { subject, audience, blocker, solution, figuresUsed };
      const { documentId } = await keepDocument(tx, context, { kind: 'memo', markdown, data });
      return {
        markdown,
        subject,
        audience,
        blocker,
        figuresUsed,
        wordCount: wordCount(markdown),
        documentId,
        generatedBy,
      };
    });
  },
});

const PRICE = {
  en: { name: 'Price', source: 'price list', sourceName: 'price list' },
  ar: { name: 'السعر', source: 'price list', sourceName: 'قائمة الأسعار' },
};
const HEADINGS = {
  en: ['The matter', 'The cost of waiting', 'The proposal', 'On the concern', 'The decision'],
  ar: ['الموضوع', 'تكلفة الانتظار', 'المقترح', 'الرد على الاعتراض', 'القرار المطلوب'],
};

/** A text of more than a page is cut between words. */
function markdownOf(memo: z.infer<typeof memoOutput>, audience: string, language: string): string {
  const headings = language === 'ar' ? HEADINGS.ar : HEADINGS.en;
  const parts = [memo.matter, memo.costOfWaiting, memo.proposal, memo.answer, memo.decision];
  const [to, subject] = language === 'ar' ? ['إلى', 'الموضوع'] : ['To', 'Subject'];
  const allowed = Math.floor((MAX_WORDS - 40) / parts.length);
  return [
    `**${to}:** ${audience}\n**${subject}:** ${memo.subject}`,
    ...parts.map((part, index) => `## ${headings[index]}\n${firstWords(part, allowed)}`),
  ].join('\n\n');
}

function firstWords(text: string, most: number): string {
  const words = text.split(/\s+/);
  return words.length <= most ? text : `${words.slice(0, most).join(' ')} …`;
}
