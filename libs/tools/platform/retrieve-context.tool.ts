import { z } from 'zod';
import { countText, defineTool, insightCategories, subjectArgument, subjectOf } from '#pack-kit';

const MAX_QUERY_CHARACTERS = 500;
const MAX_INSIGHTS = 20;

const WORDS_ONLY = 'No embedding service is configured: insights are matched by their words, not by meaning.';

const ALL_WEAK = 'None of the insights shares a word with the question: they may have nothing to do with it.';

const input = z.object({
  contactId: subjectArgument,
  query: z.string().trim().min(1).max(MAX_QUERY_CHARACTERS).describe('What you want to know.'),
  limit: countText({ min: 1, max: MAX_INSIGHTS, description: 'Most insights to return.' }).default(5),
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
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: ['memory', 'contact'],
  ptcValue: 'insights',
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

function areAllWeak(insights: Recalled['insights']): boolean {
  return insights.length > 0 && insights.every(({ weak }) => weak);
}
