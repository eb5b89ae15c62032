import { phraseList } from '#text';
import {
  featureRequestCategories,
  featureRequestStatuses,
  featureRequestUrgencies,
  type TurnState,
} from '#contracts';
import { insightCategories, defineDataset, type Dataset } from '#pack-kit';
import { modelUsage } from './model-usage.dataset.ts';

/** Values without synonyms. */
const plain = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, []]));
const CREATED = { type: 'datetime', column: 'created_at', synonyms: ['date', 'time of', 'تاريخ'] } as const;
const id = (column: string) => ({ type: 'text', column: `${column}::text` }) as const;
const CHANNEL = { type: 'text', column: 'channel', synonyms: ['channel', 'قناة'] } as const;
const PACK = { type: 'text', column: 'pack', synonyms: ['pack'] } as const;
const AGENT = { type: 'text', column: 'agent', synonyms: ['agent', 'skill', 'وكيل', 'مهارة'] } as const;

/** States of a turn, with the words that people use for them. */
const TURN_STATES = {
  queued: ['waiting', 'in the queue', 'في الانتظار', 'منتظرة', 'قيد الانتظار'],
  running: ['in progress', 'still running', 'قيد التنفيذ', 'جارية'],
  awaiting_approval: phraseList(
    'await approval, waiting for approval, needs approval, بانتظار الموافقة, تنتظر الموافقة',
  ),
  completed: phraseList(
    'complete, succeed, succeeded, successful, finished, مكتملة, اكتملت, تكتمل, نجحت, ناجحة',
  ),
  failed: ['fail', 'failure', 'فشلت', 'تفشل', 'فشل', 'فاشلة'],
  cancelled: ['cancel', 'canceled', 'canceling', 'ملغاة', 'ملغية', 'ألغيت', 'الملغاة', 'إلغاؤها'],
} satisfies Record<TurnState, string[]>;

const conversations = defineDataset({
  name: 'conversations',
  synonyms: ['conversation', 'chat', 'dialogue', 'محادثة', 'محادثات'],
  description: 'Conversations with contacts.',
  role: 'staff',
  source: 'conversations',
  fields: {
    id: id('id'),
    channel: CHANNEL,
    pack: PACK,
    agent: AGENT,
    status: { type: 'text', synonyms: ['status', 'حالة'] },
    messageCount: { type: 'number', synonyms: ['message', 'messages', 'رسائل'] },
    createdAt: CREATED,
    lastMessageAt: { type: 'datetime', synonyms: ['last message', 'آخر رسالة'] },
    contactId: { type: 'text', synonyms: ['contact', 'customer', 'عميل'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['id', 'channel', 'agent', 'contactId', 'messageCount', 'lastMessageAt'],
    orderBy: { field: 'lastMessageAt', direction: 'desc' },
  },
});

const turns = defineDataset({
  name: 'turns',
  synonyms: ['turn', 'دور المحادثة', 'أدوار المحادثة', 'أدوار'],
  description: 'Turns: messages taken to their replies, with time, tokens and cost (US dollars).',
  role: 'staff',
  source: 'turns',
  fields: {
    id: id('id'),
    conversationId: id('conversation_id'),
    status: { type: 'text', column: 'state', values: TURN_STATES, synonyms: ['status', 'state', 'حالة'] },
    agent: AGENT,
    model: { type: 'text', synonyms: ['model', 'نموذج'] },
    latencyMs: {
      type: 'number',
      column: 'extract(epoch FROM coalesce(first_finished_at, finished_at) - created_at) * 1000 - waited_ms',
      synonyms: ['time', 'latency', 'duration', 'how long', 'وقت', 'زمن', 'مدة'],
    },
    cost: { type: 'number', column: 'cost_usd', synonyms: ['cost', 'spend', 'تكلفة'] },
    promptTokens: { type: 'number', synonyms: ['prompt token', 'input token'] },
    completionTokens: { type: 'number', synonyms: ['completion token', 'output token'] },
    toolCalls: { type: 'number', synonyms: ['tool call'] },
    createdAt: CREATED,
  },
  time: 'createdAt',
  defaults: { fields: ['id', 'status', 'agent', 'model', 'latencyMs', 'createdAt'] },
});

const toolCalls = defineDataset({
  name: 'tool_calls',
  synonyms: ['tool call', 'tool', 'tool failure', 'أداة', 'أدوات', 'استدعاء الأدوات'],
  description: 'Calls of tools and how they ended.',
  role: 'staff',
  source: 'tool_calls',
  fields: {
    id: id('id'),
    turnId: id('turn_id'),
    tool: { type: 'text', synonyms: ['tool', 'tool name', 'أداة', 'أدوات'] },
    pack: PACK,
    success: {
      type: 'boolean',
      values: {
        false: ['fail', 'failed', 'failure', 'error', 'فشل', 'تفشل', 'تتعطل'],
        true: ['succeed', 'succeeded', 'success', 'نجح'],
      },
      synonyms: ['success', 'status'],
    },
    errorClass: { type: 'text', synonyms: ['error class', 'kind of error', 'نوع الخطأ'] },
    attempts: { type: 'number', synonyms: ['attempt', 'محاولات'] },
    cached: { type: 'boolean', synonyms: ['cached'] },
    durationMs: { type: 'number', synonyms: ['duration', 'time', 'latency', 'مدة', 'وقت'] },
    channel: CHANNEL,
    createdAt: CREATED,
  },
  time: 'createdAt',
  defaults: { fields: ['tool', 'success', 'errorClass', 'durationMs', 'createdAt'] },
});

const insights = defineDataset({
  name: 'insights',
  synonyms: ['insight', 'noted fact', 'ملاحظات العملاء'],
  description: 'What is remembered of contacts; what was superseded is left out.',
  role: 'staff',
  source: 'insights',
  where: 'superseded_by_id IS NULL',
  fields: {
    id: id('id'),
    contactId: { type: 'text', synonyms: ['contact', 'عميل'] },
    category: { type: 'text', values: plain(insightCategories), synonyms: ['category', 'فئة'] },
    importance: { type: 'number', synonyms: ['importance', 'أهمية'] },
    text: { type: 'text' },
    createdAt: CREATED,
    expiresAt: { type: 'datetime', synonyms: ['expiry'] },
  },
  time: 'createdAt',
  defaults: { fields: ['contactId', 'category', 'importance', 'text', 'createdAt'] },
});

const featureRequests = defineDataset({
  name: 'feature_requests',
  synonyms: ['feature request', 'wish', 'طلبات الميزات', 'ميزات مطلوبة'],
  description: 'What people have asked for and no tool can do yet.',
  role: 'staff',
  source: 'feature_requests',
  fields: {
    id: id('id'),
    title: { type: 'text' },
    category: { type: 'text', values: plain(featureRequestCategories), synonyms: ['category', 'فئة'] },
    urgency: { type: 'text', values: plain(featureRequestUrgencies), synonyms: ['urgency'] },
    status: { type: 'text', values: plain(featureRequestStatuses), synonyms: ['status', 'state', 'حالة'] },
    votes: { type: 'number', synonyms: ['vote', 'أصوات'] },
    createdAt: CREATED,
    updatedAt: { type: 'datetime', synonyms: ['last change'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['title', 'status', 'votes', 'createdAt'],
    orderBy: { field: 'votes', direction: 'desc' },
  },
});

const capabilityUsage = defineDataset({
  name: 'capability_usage',
  synonyms: ['capability', 'capabilities', 'قدرات'],
  description: 'Which capability was used by which successful call.',
  role: 'staff',
  source: 'tool_calls',
  where: 'capability IS NOT NULL',
  fields: {
    capability: { type: 'text', synonyms: ['capability', 'capabilities'] },
    tool: { type: 'text', synonyms: ['tool', 'tool name', 'أداة'] },
    conversationId: id('conversation_id'),
    createdAt: CREATED,
  },
  time: 'createdAt',
  defaults: { fields: ['capability', 'tool', 'createdAt'] },
});

export const platformDatasets: readonly Dataset[] = [
  conversations,
  turns,
  toolCalls,
  insights,
  featureRequests,
  capabilityUsage,
  modelUsage,
];
