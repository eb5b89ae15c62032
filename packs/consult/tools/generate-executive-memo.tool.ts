import { z } from 'zod';
import { defineTool, enumWithSynonyms, type OfflineMessage } from '#pack-kit';
import { anySpelling } from '#text';
import { declining } from '../reading/declined.ts';
import { keepDocument } from '../schema/document.repository.ts';
import { wordCount } from './documents/markdown.ts';
import { dollars } from '../figures.ts';
import { pricesOf } from '../settings.ts';
import { EXECUTIVE_MEMO, type memoOutput } from '../prompts/tasks/executive-memo.task.ts';
import { materialFor, type Figure } from '../prompts/tasks/material.ts';

/** Above the visitor, whatever their office is. */
const SUPERIORS = ['boss', 'board', 'owner', 'مديري', 'لمديري', 'الرئيس'];
const TITLES = {
  CFO: [
    'finance',
    'chief financial officer',
    'finance director',
    'controller',
    'المدير المالي',
    'للمدير المالي',
    'مديري المالي',
    'مدير المالية',
  ],
  CTO: [
    'it lead',
    'chief technology officer',
    'head of it',
    'it manager',
    'مدير التقنية',
    'مدير تقنية المعلومات',
    'المدير التقني',
    'للمدير التقني',
  ],
  CEO: ['managing director', 'chief executive', 'المدير التنفيذي', 'للمدير التنفيذي', 'المدير العام'],
};
const AUDIENCES = { ...TITLES, CEO: [...TITLES.CEO, ...SUPERIORS] };
const BLOCKERS = {
  security: ['privacy', 'data', 'gdpr', 'confidential', 'compliance', 'الأمان', 'الخصوصية', 'البيانات'],
  timing: [
    'not now',
    'later',
    'wait',
    'next year',
    'too early',
    'no time',
    'التوقيت',
    'لاحقا',
    'العام القادم',
    'الانتظار',
  ],
  budget: [
    'expensive',
    'cost',
    'costs',
    'no money',
    'price',
    'too much',
    'الميزانية',
    'ميزانية',
    'التكلفة',
    'عالية',
    'مكلف',
  ],
};
/** Whom a blocker usually comes from, and the other way round. */
const USUAL_AUDIENCE = { budget: 'CFO', timing: 'CEO', security: 'CTO' } as const;
const USUAL_BLOCKER = { CFO: 'budget', CEO: 'timing', CTO: 'security' } as const;

const input = z.object({
  target_audience: enumWithSynonyms(AUDIENCES, { description: 'CFO, CEO or CTO' }),
  key_blocker: enumWithSynonyms(BLOCKERS, { description: 'budget, timing or security' }),
  proposed_solution: z.string().trim().min(3).max(200).describe('What is to be agreed to.'),
});

export interface ExecutiveMemo {
  markdown: string;
  subject: string;
  audience: keyof typeof AUDIENCES;
  blocker: keyof typeof BLOCKERS;
  figuresUsed: Figure[];
  wordCount: number;
  documentId: string;
  generatedBy: string;
}

const WORKSHOP = anySpelling(/\b(?:workshop|training)\b|ورشة|ورشه|تدريب/iu);
const CONSULTING = /\b(?:consulting|engagement|project)\b|استشار|مشروع/iu;
const MAX_WORDS = 450;

/** The workshop is what is sold first, so it is meant where nothing is named. */
function solutionIn({ text, language }: OfflineMessage): string {
  const named = CONSULTING.test(text) && !WORKSHOP.test(text) ? 'consulting' : 'workshop';
  return language === 'ar'
    ? { workshop: 'ورشة عمل داخلية من يومين', consulting: 'مشروع استشاري' }[named]
    : { workshop: '2-day in-house workshop', consulting: 'consulting engagement' }[named];
}

function choiceIn<Value extends string>(
  values: Record<Value, string[]>,
  { normalized }: OfflineMessage,
): Value | undefined {
  const schema = enumWithSynonyms(values);
  const words = normalized.split(' ');
  for (let size = 3; size > 0; size -= 1)
    for (let at = 0; at + size <= words.length; at += 1) {
      const read = schema.safeParse(words.slice(at, at + size).join(' '));
      if (read.success) return read.data as Value;
    }
  return undefined;
}

const declinesMemo = declining('memos?|مذكره');

export const generateExecutiveMemo = defineTool({
  name: 'generate_executive_memo',
  description:
    'Writes a one-page memo with which the visitor convinces a decision maker: CFO, CEO or CTO, against a blocker of budget, timing or security.',
  category: 'sales',
  capability: 'doc',
  input,
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
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['document', 'value'],
  offline: {
    fill: {
      target_audience: {
        from: 'rule',
        read: (message) => choiceIn(AUDIENCES, message) ?? usual(choiceIn(BLOCKERS, message), USUAL_AUDIENCE),
      },
      key_blocker: {
        from: 'rule',
        // Of "my boss" nobody knows what stands in the way.
        read: (message) => choiceIn(BLOCKERS, message) ?? usual(choiceIn(TITLES, message), USUAL_BLOCKER),
      },
      proposed_solution: { from: 'rule', read: solutionIn },
    },
    cues: [
      'memo',
      'my cfo',
      'our cto',
      'our ceo',
      'my boss',
      'the boss',
      'convince',
      'no budget',
      'board',
      'مذكرة',
      'إقناع',
      'لإقناعه',
      'مديري',
      'المدير المالي',
      'مدير التقنية',
    ],
    applies: ({ normalized }) =>
      !declinesMemo(normalized) &&
      /\b(?:memo|cfo|cto|ceo|boss|managing director|board|finance director|convince|superior|no budget|not in (?:our|the) budget|budget is (?:frozen|gone|spent))\b|مذكره|مديري|المدير|مدير التقنيه|اقناع/u.test(
        normalized,
      ),
    ask: {
      target_audience: {
        en: 'Who has to be convinced: the CFO, the CEO or the CTO?',
        ar: 'من يجب إقناعه: المدير المالي أم التنفيذي أم التقني؟',
      },
      key_blocker: {
        en: 'What stands in the way: budget, timing or security?',
        ar: 'ما العائق: الميزانية أم التوقيت أم الأمان؟',
      },
    },
    reply: { en: ({ markdown }: ExecutiveMemo) => markdown, ar: ({ markdown }: ExecutiveMemo) => markdown },
  },
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
    const { output, generatedBy } = await context.tasks.run<z.infer<typeof memoOutput>>(EXECUTIVE_MEMO, {
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

function usual<Key extends string, Value>(
  key: Key | undefined,
  table: Record<Key, Value>,
): Value | undefined {
  return key === undefined ? undefined : table[key];
}

const PRICE = {
  en: { name: 'Price', source: 'price list', sourceName: 'price list' },
  ar: { name: 'السعر', source: 'price list', sourceName: 'قائمة الأسعار' },
};
const HEADINGS = {
  en: ['The matter', 'The cost of waiting', 'The proposal', 'On the concern', 'The decision'],
  ar: ['الموضوع', 'تكلفة الانتظار', 'المقترح', 'الرد على الاعتراض', 'القرار المطلوب'],
};

/** A model that writes more than a page is cut between its words. */
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
