import { z } from 'zod';
import { cutText, featureRequestCategories, featureRequestStatus, featureRequestUrgencies } from '#contracts';
import {
  enumWithSynonyms,
  defineTool,
  plainText,
  ToolError,
  type OrgTransaction,
  type ToolContext,
} from '#pack-kit';
import { newId } from '#identity';
import { countFeatureRequests, recordFeatureRequest } from '../requests/feature-requests.repository.ts';
import { phraseList, dayIn, startOfDay } from '#text';

const MAX_REQUESTS_PER_DAY = 5;
const MAX_QUOTE_CHARACTERS = 500;
const MAX_TITLE_CHARACTERS = 120;

export const featureCategories = {
  channel: phraseList(
    'whatsapp, telegram, sms, phone call, instagram, messenger, واتساب, تيليجرام, رسائل نصية',
  ),
  language: phraseList(
    'in russian, add russian, translate, translation, other language, لغة, ترجمة, بالروسية',
  ),
  integration: phraseList(
    'sync, integrate, integration, connect, accounting package, crm, import, ربط, تكامل, مزامنة',
  ),
  report: ['statistic', 'dashboard', 'chart', 'تقرير', 'إحصاءات', 'لوحة'],
  data_source: ['read pdf', 'database', 'data source', 'spreadsheet', 'excel', 'قاعدة بيانات', 'مصدر بيانات'],
  bug: ['broken', 'crash', 'does not work', 'doesn t work', 'error', 'عطل', 'لا يعمل', 'خطأ'],
  tool: [],
  other: [],
} satisfies Record<(typeof featureRequestCategories)[number], string[]>;
const urgencies = {
  high: ['urgent', 'urgently', 'asap', 'as soon as possible', 'critical', 'عاجل', 'ضروري', 'بأسرع وقت'],
  low: ['some day', 'no hurry', 'no rush', 'nice to have', 'ليس عاجلا', 'لا استعجال'],
  normal: ['medium', 'moderate'],
} satisfies Record<(typeof featureRequestUrgencies)[number], string[]>;

const input = z.object({
  title: z
    .string()
    .trim()
    .min(5)
    .overwrite((text) => cutText(text, MAX_TITLE_CHARACTERS))
    .describe('What is missing, in a few words.'),
  description: z.string().trim().min(10).max(2_000).describe('What is missing and what it is for.'),
  category: enumWithSynonyms(featureCategories, { description: 'Kind.' }).default('tool'),
  urgency: enumWithSynonyms(urgencies, { description: 'How soon it is needed.' }).default('normal'),
  userQuote: plainText(
    'Words of the person who asked. Omitted: the last message.',
    MAX_QUOTE_CHARACTERS,
  ).optional(),
});

const result = z.object({
  requestId: z.string(),
  status: featureRequestStatus,
  duplicate: z.boolean(),
  votes: z.int(),
  createdAt: z.string(),
});
type Recorded = z.infer<typeof result>;

export const requestFeature = defineTool({
  name: 'request_feature',
  description:
    'Records that somebody needs something that cannot be done here yet, for the people who run this. Promise nothing when you tell of it.',
  category: 'meta',
  input,
  result,
  whenToUse: [
    'The user asks for something that neither the loaded tools nor tool_search can do.',
    'The user says outright that a function or a connection to other software is missing. ميزة أو ربط غير موجود.',
  ],
  examples: [
    'It would help if you could sync this to our accounting package',
    'Please ask your team to add Russian',
    'You should be able to read PDFs, can you pass that on?',
    'أتمنى لو تدعمون إرسال رسائل واتساب',
  ],
  tier: 'universal',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: [],
  async execute({ title, description, category, urgency, userQuote }, context): Promise<Recorded> {
    const { clock, conversationId, turnId, contactId } = context;
    const at = clock.now();
    const id = newId(clock);
    const refuseMore = async (tx: OrgTransaction) => {
      if (!conversationId) return;
      const made = await countFeatureRequests(
        tx,
        conversationId,
        startOfDay(dayIn(context.timezone, at), context.timezone),
      );
      if (made >= MAX_REQUESTS_PER_DAY) throw tooMany();
    };
    // Checked before paying for the embedding, and again in the write transaction because of concurrent requests.
    await context.read(refuseMore);
    // Outside the transaction, because transactions never wait for an outside service.
    const embedded = await context.memory.embedMeaning(context.org.id, title);
    return context.write(async (tx) => {
      await refuseMore(tx);
      const recorded = await recordFeatureRequest(tx, {
        id,
        occurrenceId: newId(clock),
        title,
        description,
        category,
        urgency,
        quote: userQuote ?? lastMessage(context),
        conversationId,
        turnId,
        contactId,
        embedded,
        at,
      });
      return {
        requestId: recorded.id,
        status: recorded.status,
        duplicate: recorded.id !== id,
        votes: recorded.votes,
        createdAt: recorded.createdAt.toISOString(),
      };
    });
  },
});

function lastMessage({ messageText }: ToolContext): string {
  return cutText(messageText, MAX_QUOTE_CHARACTERS, '');
}

function tooMany(): ToolError {
  return new ToolError(
    'LIMIT_EXCEEDED',
    `A conversation may record ${MAX_REQUESTS_PER_DAY} requests a day; these have been recorded.`,
  );
}
