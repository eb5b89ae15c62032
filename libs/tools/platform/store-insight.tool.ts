import { z } from 'zod';
import {
  type OfflineMessage,
  countText,
  enumWithSynonyms,
  isoDateTime,
  defineTool,
  insightCategories,
  insightSources,
  type InsightSource,
  type NewInsight,
  type ToolContext,
  type Utterance,
  ToolError,
  momentOf,
  subjectArgument,
  subjectOf,
} from '#pack-kit';
import { hasPhrase, takesBackWhatWasSaid, toBeForgotten } from '#text';
import { categoryByCues, importanceByCues, NOTING_PREFIXES } from './insight-cues.ts';
import { refusedContent } from './refused-content.ts';
import { storedReply } from './store-insight.reply.ts';

const input = z.object({
  contactId: subjectArgument,
  text: z
    .string()
    .trim()
    .min(3)
    .max(1_000)
    .describe(
      'One short statement in the words of the person, without names of secrets or numbers of documents.',
    ),
  category: enumWithSynonyms(
    {
      preference: ['taste'],
      objection: ['worry', 'concern'],
      timeline: ['deadline'],
      motivation: ['reason'],
      relationship: ['decision maker'],
    },
    {
      description:
        'preference: a taste; objection: a worry; timeline: a deadline; motivation: a reason; relationship: somebody who has a say',
    },
  ),
  importance: countText({ min: 1, max: 10, description: '1 (minor) to 10 (decides everything)' }).default(5),
  conversationId: z.string().optional().describe('Where it was said; this conversation when left out.'),
  dealId: z.string().min(1).max(128).optional().describe('The deal it belongs to, such as deal-001.'),
  source: z
    .enum(insightSources)
    .default('agent_extracted')
    .describe('user_noted when the user asked to note it.'),
  expiresAt: isoDateTime({ description: 'From when on it no longer holds.' }).optional(),
});

const result = z.object({
  insightId: z.string(),
  stored: z.boolean(),
  deduplicated: z.boolean(),
  category: z.enum(insightCategories),
  importance: z.int(),
  expiresAt: z.iso.datetime().nullable(),
  supersededIds: z.array(z.string()),
});
type Stored = z.infer<typeof result>;

const NOTING = [
  'remember that',
  'remember',
  'note that',
  'please note',
  'note she',
  'note he',
  'note they',
  'note her',
  'note his',
  'note their',
  'note the',
  'note down',
  'jot down',
  'for the record',
  'keep in mind',
  'record that',
  'make a note',
  'سجل أن',
  'سجل',
  'تذكر أن',
  'تذكر',
  'دون أن',
  'لاحظ أن',
];
/** Told of oneself, and asking for nothing. */
const DISLIKES = ['i hate', 'we hate', 'i dislike', 'we dislike', "can't stand", 'أكره', 'نكره'];
const asksToNote = ({ normalized }: OfflineMessage) => hasPhrase(normalized.split(' '), NOTING);
/** Something to be done, which says nothing about a person. */
const ORDER =
  /^(?:(?:please|pls|plz|can you|could you|kindly) )*(?:make|create|generate|prepare|print|produce|send|mail|email|show|list|find|search|give|get|book|schedule|arrange|cancel|draft|write|compare|calculate|compute|work out|run|open|check|undo|strike|leave out|take back|delete|remove)\b|^(?:من فضلك )?(?:أنشئ|انشئ|اعد|أعد|جهز|اعرض|أرسل|ارسل|ابحث|احجز|اطبع|احسب|قارن|اكتب)(?: |$)/;

/** In a chat hardly anybody types the question mark. "What I need is quiet" and "ما عندي أطفال" ("I have no …") ask nothing. */
const ASKS =
  /^(?:(?:and|so|but|ok|okay|hi|hello|hey|please|also) )*(?:(?:what|where|when|who|which|why|how)(?! (?:i|we|my|our|matters?)\b)|whats|wheres|whens|whos|whose|whom|hows|is|are|was|were|do|does|did|can|could|would|should|shall)\b|^و?(?:هل|ما(?! (?:عندي|عندنا|لدي|لدينا|معي|معنا|لي|لنا|فيني|احب|نحب|ابي|نبي|ابغي|نبغي|اريد|نريد|بدي|بدنا|احتاج|نحتاج|اقدر|نقدر|استطيع|نستطيع|اكل|اشرب|يهمني|يعجبني|يناسبني|قلته|قلناه|طلبته|طلبناه|ذكرته|ذكرناه)(?: |$))|ماذا|متي|اين|وين|فين|كيف|شلون|كم|لماذا|ليش|ليه|شو|وش|ايش|مين|منو)(?: |$)/;

/** An order to note that does not say what. */
const BARE_ORDER = /^(?:note|notes|remember|record|save|memo|ملاحظه|سجل|تذكر|احفظ)$/u;

/** A question is no fact, unless it asks politely to note one; nor is what takes back something that was said. */
const tellsSomething = (message: OfflineMessage) =>
  !BARE_ORDER.test(message.normalized) &&
  !takesBackWhatWasSaid(message.normalized) &&
  toBeForgotten(message.normalized) === undefined &&
  (asksToNote(message) ||
    (!/[?؟]/.test(message.text) && !ASKS.test(message.normalized) && !ORDER.test(message.normalized)));

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
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['memory', 'contact'],
  offline: {
    keepsWhatIsSaid: true,
    examplesOf: 'staff',
    fill: {
      contactId: { from: 'context', key: 'contactId' },
      text: { from: 'first', of: [{ from: 'quoted' }, { from: 'rest', without: NOTING_PREFIXES }] },
      category: { from: 'rule', read: ({ text }) => categoryByCues(text) },
      importance: { from: 'rule', read: ({ normalized }) => importanceByCues(normalized) },
      conversationId: { from: 'context', key: 'conversationId' },
      source: { from: 'rule', read: (message) => (asksToNote(message) ? 'user_noted' : undefined) },
      expiresAt: { from: 'datetime', after: ['until', 'حتى'] },
    },
    cues: [...NOTING, ...DISLIKES, 'too expensive', 'worried', 'not sure', 'غالي', 'قلق', 'متردد'],
    applies: tellsSomething,
    ask: {
      contactId: { en: 'Whom is it about?', ar: 'عن أي شخص؟' },
      text: { en: 'What shall I note?', ar: 'ماذا أسجل؟' },
    },
    reply: { en: storedReply.en, ar: storedReply.ar },
  },
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
      // The message that it was taken from says what the words of the insight leave out.
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
    // The vector comes before the transaction: no transaction waits for an outside service.
    const embedded = await context.memory.embed(context.org.id, text);
    return context.write(async (tx) => {
      // While the vector was made the contact may have been erased.
      if (!(await context.holdContact(tx, contactId)))
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

/** When the message was said, and not when the tool got to it: a call may have waited for a person. */
function saidOf(source: InsightSource, { said, caller, clock }: ToolContext): Utterance {
  const by = caller.kind === 'contact' ? 'contact' : 'staff';
  const told = said ?? { at: clock.now(), by };
  return source === 'system_inferred' ? { ...told, by: 'agent' } : told;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function conversationOf(given: string | undefined, context: ToolContext): Promise<string | undefined> {
  if (given === undefined || given === context.conversationId) return context.conversationId;
  if (UUID.test(given) && (await context.conversationExists(given))) return given;
  throw new ToolError('NOT_FOUND', `There is no conversation ${given}.`);
}
