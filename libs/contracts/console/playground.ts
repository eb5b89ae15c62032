import { z } from 'zod';
import { storableText, uuid, channels } from '../values/ids.ts';
import { agentName, MAX_MESSAGE_CHARACTERS } from '../conversations/messages.ts';
import { turnOverride } from '../turns/turn-override.ts';
import { spanStatus } from './spans.ts';

/** As whom somebody writes in the playground. */
export const playgroundAuthors = ['staff', 'contact'] as const;
export type PlaygroundAuthor = (typeof playgroundAuthors)[number];

/** Begins the id of a contact that is nobody's customer: each person who tries something out has one, with the user's id. */
export const PLAYGROUND_CONTACT = 'playground:';

/** A message that somebody tries out in the console. It is a turn like any other. */
export const playgroundMessage = z.strictObject({
  text: storableText(MAX_MESSAGE_CHARACTERS).refine(
    (text) => text.trim() !== '',
    'expected a message that is not empty',
  ),
  agent: agentName.optional(),
  /**
   * Staff is whoever sends it, with the own role; a contact is the one of their own trials, and no customer. Where it is
   * absent, as with keys of before 2026-11-25, staff for who may write as staff.
   */
  authorKind: z.enum(playgroundAuthors).optional(),
  channel: z.enum(channels).default('chat'),
  /** Goes on in it; a new one is begun when absent. */
  conversationId: uuid.optional(),
  /** For this turn alone. */
  override: turnOverride.optional(),
});
export type PlaygroundMessage = z.infer<typeof playgroundMessage>;

export const playgroundTurn = z.object({ turnId: uuid, conversationId: uuid, traceId: z.string() });
export type PlaygroundTurn = z.infer<typeof playgroundTurn>;

/** A model as a message may ask for it. */
export const playgroundModel = z.object({
  name: z.string(),
  provider: z.string(),
  tier: z.enum(['flash', 'standard', 'premium']),
  /** Why no message of the org can ask for it, such as a key that is not set; null where it can. */
  obstacle: z.string().nullable(),
});
export const playgroundModels = z.object({ items: z.array(playgroundModel) });
export type PlaygroundModels = z.infer<typeof playgroundModels>;

const seenTool = z.object({
  tool: z.string(),
  offered: z.boolean(),
  /** Of the ranking; null where the broker ranked nothing, or not this tool. */
  score: z.number().nullable(),
  /** Why it was, or was not, offered. */
  reason: z.string(),
});

/** One call of a model or a tool, or one program. */
const playgroundStep = z.object({
  spanId: z.string(),
  kind: z.enum(['model', 'tool', 'program']),
  name: z.string(),
  status: spanStatus,
  /** The step within which it ran, such as the program that called a tool. */
  parentSpanId: z.string().nullable(),
  model: z.string().nullable(),
  /** Arguments of a tool, or the code of a program. */
  input: z.unknown(),
  output: z.unknown(),
  /** What a program wrote to its log. */
  logs: z.array(z.string()),
  tokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  durationMs: z.number().nullable(),
  errorMessage: z.string().nullable(),
});
export type PlaygroundStep = z.infer<typeof playgroundStep>;

/** What a turn has done so far, step by step, as its spans end. */
export const playgroundSteps = z.object({
  /** Null until it is known what the message is about. */
  intent: z
    .object({ spanId: z.string(), agent: z.string(), intents: z.array(z.string()), language: z.string() })
    .nullable(),
  broker: z
    .object({
      spanId: z.string(),
      mode: z.string(),
      /** The turn asked for that mode; else the flag said so. */
      asked: z.boolean(),
      outcome: z.string(),
      inScope: z.int(),
      tokensOffered: z.int(),
      confidence: z.number().nullable(),
      /** Those that are offered first, each of them by its score. */
      tools: z.array(seenTool),
    })
    .nullable(),
  route: z
    .object({
      spanId: z.string(),
      model: z.string(),
      tier: z.string(),
      /** What the turn asked for; null where the task decided. */
      asked: z.string().nullable(),
      /** Each model that was looked at, with why it was passed over. */
      candidates: z.array(z.string()),
    })
    .nullable(),
  steps: z.array(playgroundStep),
});
export type PlaygroundSteps = z.infer<typeof playgroundSteps>;
