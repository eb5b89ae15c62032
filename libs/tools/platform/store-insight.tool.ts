import { z } from 'zod';
import { momentOf } from '#text';
import {
  countText,
  enumWithSynonyms,
  idText,
  isoDateTime,
  defineTool,
  insightCategories,
  insightSources,
  type InsightSource,
  type NewInsight,
  type ToolContext,
  type Utterance,
  ToolError,
  subjectArgument,
  subjectOf,
} from '#pack-kit';
import { refusedContent } from './refused-content.ts';

const input = z.object({
  contactId: subjectArgument,
  text: z.string().trim().min(3).max(1_000).describe('One short statement in the words of the person.'),
  category: enumWithSynonyms(
    {
      preference: ['taste'],
      objection: ['worry', 'concern'],
      timeline: ['deadline'],
      motivation: ['reason'],
      relationship: ['decision maker'],
    },
    {
      description: 'Kind of fact; relationship: who decides.',
    },
  ),
  importance: countText({ min: 1, max: 10, description: '1 is minor, 10 decides everything.' }).default(5),
  conversationId: z.string().optional().describe('Omitted: this conversation.'),
  dealId: idText('Such as deal-001.').optional(),
  source: z
    .enum(insightSources)
    .default('agent_extracted')
    .describe('user_noted if the user asked to note it.'),
  expiresAt: isoDateTime({ description: 'End of validity.', ofDay: 'end' }).optional(),
});

const result = z.object({
  insightId: z.string(),
  stored: z.boolean(),
  deduplicated: z.boolean(),
  category: z.enum(insightCategories),
  importance: z.int(),
  expiresAt: z.string().nullable(),
  supersededIds: z.array(z.string()),
});
type Stored = z.infer<typeof result>;

export const storeInsight = defineTool({
  name: 'store_insight',
  description:
    'Keeps a noteworthy fact about a person for later conversations: a taste, a worry, a deadline, a reason or who decides. Not for what has a field of its own, nor for secrets, health, religion, card or identity numbers.',
  category: 'memory',
  input,
  result,
  whenToUse: [
    'The person reveals a taste, worry, deadline, reason or decision maker that no structured field covers.',
    'The user asks to remember or note something about the person.',
    'The person objects: too expensive, not sure, worried.',
    'Something is said for the record: for later, for your information, do not forget. للعلم، لا تنس، احفظ ذلك.',
  ],
  examples: [
    'Note that she needs a separate home office',
    'Remember he has to move before September',
    'Keep in mind the brother makes the decision',
    'سجل أن العميل يفضل الطابق الأرضي',
    'تذكر أنه سينتقل بسبب مدارس الأولاد',
  ],
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['memory', 'contact'],
  async execute(given, context): Promise<Stored> {
    refuseSecrets(given.text);
    const expiresAt = given.expiresAt ? expiryOf(given.expiresAt, context) : undefined;
    const contactId = await subjectOf(given.contactId, context);
    const conversationId = await conversationOf(given.conversationId, context);
    if (given.dealId && !(await context.referenceExists(given.dealId))) {
      throw new ToolError('NOT_FOUND', `There is no deal ${given.dealId}.`);
    }
    const { text, category, importance, source } = given;
    const insight: NewInsight = {
      // The original message provides context that the text of the insight omits.
      surroundings: context.messageText === '' ? {} : { before: [context.messageText] },
      contactId,
      text,
      category,
      importance,
      source,
      said: saidOf(source, context),
      conversationId,
      subjectRef: given.dealId,
      expiresAt,
    };
    // Outside the transaction, because transactions never wait for an outside service.
    const embedded = await context.memory.embed(context.org.id, text);
    return context.write(async (tx) => {
      // While the vector was made the contact may have been erased.
      if (!(await context.lockContact(tx, contactId)))
        throw new ToolError('NOT_FOUND', `There is no contact ${contactId}.`);
      const { id, ...stored } = await context.memory.store(tx, insight, embedded);
      return { insightId: id, stored: true, ...stored, expiresAt: stored.expiresAt?.toISOString() ?? null };
    });
  },
});

function refuseSecrets(text: string): void {
  const refused = refusedContent(text);
  if (!refused) return;
  throw new ToolError('VALIDATION_FAILED', `This contains ${refused}, which is not kept in memory.`, {
    fields: [{ name: 'text', problem: `contains ${refused}` }],
  });
}

function expiryOf(text: string, { clock, timezone }: ToolContext): Date {
  const expiresAt = momentOf(text, timezone);
  if (expiresAt > clock.now()) return expiresAt;
  throw new ToolError('VALIDATION_FAILED', 'The expiry lies in the past; name a moment in the future.', {
    fields: [{ name: 'expiresAt', problem: 'expected a moment in the future' }],
  });
}

/** Author and time of the message, not of the tool call, because the call may have waited for an approval. */
function saidOf(source: InsightSource, { said, caller, clock }: ToolContext): Utterance {
  const by = caller.kind === 'contact' ? 'contact' : 'staff';
  const utterance = said ?? { at: clock.now(), by };
  return source === 'system_inferred' ? { ...utterance, by: 'agent' } : utterance;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function conversationOf(given: string | undefined, context: ToolContext): Promise<string | undefined> {
  if (given === undefined || given === context.conversationId) return context.conversationId;
  if (UUID.test(given) && (await context.conversationExists(given))) return given;
  throw new ToolError('NOT_FOUND', `There is no conversation ${given}.`);
}
