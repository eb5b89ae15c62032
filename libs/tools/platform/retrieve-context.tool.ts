import { z } from 'zod';
import {
  type OfflineMessage,
  countText,
  defineTool,
  insightCategories,
  subjectArgument,
  subjectOf,
} from '#pack-kit';
import { hasPhrase, ageInWords } from '#text';

const MAX_QUERY_CHARACTERS = 500;
const MAX_INSIGHTS = 20;
/** So many a reply names; the rest is hardly about the question. */
const MAX_SAID = 3;

const WORDS_ONLY = 'No embedding service is configured: insights are matched by their words, not by meaning.';

const ALL_WEAK = 'None of the insights shares a word with the question: they may have nothing to do with it.';

const input = z.object({
  contactId: subjectArgument,
  query: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUERY_CHARACTERS)
    .describe('What you want to know, in your own words.'),
  limit: countText({ min: 1, max: MAX_INSIGHTS, description: 'How many at most' }).default(5),
});

const result = z.object({
  insights: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      category: z.enum(insightCategories),
      importance: z.int(),
      similarity: z.number(),
      ageDays: z.int(),
      why: z.string(),
      weak: z.literal(true).optional(),
    }),
  ),
  count: z.int(),
  warnings: z.array(z.string()).optional(),
});
type Recalled = z.infer<typeof result>;

const RECALLING = [
  'remind me',
  'what do we know',
  'recall',
  'has mentioned',
  'did mention',
  'told us',
  'last time',
  'ذكرني',
  'ماذا نعرف',
  'ماذا يفضل',
  'ماذا تفضل',
  'هل ذكر',
  'هل ذكرت',
];

/** Recall answers a question; a statement is something to keep. */
function asksToRecall(message: OfflineMessage): boolean {
  if (REMINDER.test(message.normalized)) return false;
  return /[?؟]/.test(message.text) || hasPhrase(message.normalized.split(' '), RECALLING);
}

/** Something to be done later; "remind me what she likes" asks what is known. */
const REMINDER =
  /^(?:please )?remind (?:me|us) (?!what|which|who|whom|whose|how|why|where|when|if\b|of (?:what|which|who))|^(?:من فضلك )?ذكرني (?:ب|ان|يوم|غدا)/;

export const retrieveContext = defineTool({
  name: 'retrieve_context',
  description:
    'Recalls what is remembered about a person (tastes, objections, deadlines, reasons, people who decide) that is closest to a question.',
  category: 'memory',
  input,
  result,
  whenToUse: [
    'Before you advise a person who is known.',
    'When the user refers to earlier wishes, worries, objections or deadlines.',
    'To say what somebody likes, enjoys, prefers or has mentioned.',
  ],
  examples: [
    'What do we know about her taste in kitchens?',
    'Has this buyer mentioned any deadline?',
    'Remind me why he turned down the last flat',
    'ماذا يفضل هذا العميل؟',
    'هل ذكر العميل موعدا نهائيا للشراء؟',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: ['memory', 'contact'],
  ptcValue: (data) => data.insights,
  ptcResult: result.shape.insights,
  offline: {
    fill: {
      contactId: { from: 'context', key: 'contactId' },
      query: { from: 'rest' },
    },
    cues: RECALLING,
    applies: asksToRecall,
    ask: {
      contactId: { en: 'Whom is it about?', ar: 'عن أي شخص؟' },
      query: { en: 'What would you like to know?', ar: 'ماذا تريد أن تعرف؟' },
    },
    reply: { en: (data: Recalled) => replyEn(data), ar: (data: Recalled) => replyAr(data) },
  },
  async execute({ contactId, query, limit }, context): Promise<Recalled> {
    const subject = await subjectOf(contactId, context);
    const insights = await context.memory.retrieve({
      orgId: context.org.id,
      contactId: subject,
      text: query,
      limit,
      timezone: context.timezone,
    });
    const warnings = [
      ...(context.memory.isSemantic(context.org.id) ? [] : [WORDS_ONLY]),
      ...(areAllWeak(insights) ? [ALL_WEAK] : []),
    ];
    return { insights, count: insights.length, ...(warnings.length > 0 && { warnings }) };
  },
});

/** The nearest of what is noted, and nothing says that it has to do with the question. */
function areAllWeak(insights: Recalled['insights']): boolean {
  return insights.length > 0 && insights.every(({ weak }) => weak);
}

function replyEn({ insights }: Recalled): string {
  if (insights.length === 0) return 'Nothing is noted about that yet.';
  return [
    areAllWeak(insights)
      ? 'Nothing that I have noted shares a word with that. What is noted:'
      : 'This is what I have noted, the closest first:',
    ...insights
      .slice(0, MAX_SAID)
      .map(({ text, category, ageDays }) => `- ${text} (${category}, ${ageInWords(ageDays, 'en')})`),
  ].join('\n');
}

const CATEGORIES_AR = {
  preference: 'تفضيل',
  objection: 'اعتراض',
  timeline: 'موعد',
  motivation: 'دافع',
  relationship: 'علاقة',
};

function replyAr({ insights }: Recalled): string {
  if (insights.length === 0) return 'لا توجد ملاحظات مسجلة عن ذلك حتى الآن.';
  return [
    areAllWeak(insights)
      ? 'لا تشترك أي ملاحظة مسجلة مع ذلك في كلمة. هذا ما سجلته:'
      : 'هذا ما سجلته، الأقرب أولا:',
    ...insights
      .slice(0, MAX_SAID)
      .map(
        ({ text, category, ageDays }) =>
          `- ${text} (${CATEGORIES_AR[category]}، ${ageInWords(ageDays, 'ar')})`,
      ),
  ].join('\n');
}
