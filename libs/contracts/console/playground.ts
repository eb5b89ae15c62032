import { z } from 'zod';
import { storableText, uuid, channels } from '../values/ids.ts';
import { agentName, MAX_MESSAGE_CHARACTERS } from '../conversations/messages.ts';
import { turnOverride } from '../turns/turn-override.ts';
import { anySpan } from './spans.ts';

/** Roles in which a user writes in the playground. */
export const playgroundAuthors = ['staff', 'contact'] as const;
export type PlaygroundAuthor = (typeof playgroundAuthors)[number];

/** Prefix of the ids of playground contacts. Each user has one, with the user's id after the prefix. */
export const PLAYGROUND_CONTACT = 'playground:';

/** A test message from the console. It starts a normal turn. */
export const playgroundMessage = z.strictObject({
  text: storableText(MAX_MESSAGE_CHARACTERS).refine(
    (text) => text.trim() !== '',
    'expected a message that is not empty',
  ),
  agent: agentName.optional(),
  /**
   * `staff`: the user, with the user's own role. `contact`: the user's playground contact. When absent: `staff` if the user
   * may write as staff.
   */
  authorKind: z.enum(playgroundAuthors).optional(),
  channel: z.enum(channels).default('chat'),
  /** Conversation to continue; when absent, a new one starts. */
  conversationId: uuid.optional(),
  /** Overrides for this turn only. */
  override: turnOverride.optional(),
});
export type PlaygroundMessage = z.infer<typeof playgroundMessage>;

export const playgroundTurn = z.object({ turnId: uuid, conversationId: uuid, traceId: z.string() });
export type PlaygroundTurn = z.infer<typeof playgroundTurn>;

/** A model that a message can request. */
export const playgroundModel = z.object({
  name: z.string(),
  provider: z.string(),
  tier: z.enum(['flash', 'standard', 'premium']),
  /** Reason why messages of the org cannot request the model, such as a missing key; null if they can. */
  obstacle: z.string().nullable(),
});
export const playgroundModels = z.object({ items: z.array(playgroundModel) });
export type PlaygroundModels = z.infer<typeof playgroundModels>;

const seenTool = z.object({
  tool: z.string(),
  offered: z.boolean(),
  /** Score in the ranking; null if the broker did not rank this tool. */
  score: z.number().nullable(),
  /** Reason why the tool was or was not offered. */
  reason: z.string(),
});

/** A model call, a tool call or a program. */
const playgroundStep = anySpan.extend({
  kind: z.enum(['model', 'tool', 'program']),
  /** The enclosing step, such as the program that called a tool. */
  parentSpanId: z.string().nullable(),
  model: z.string().nullable(),
  /** Arguments of a tool, or the code of a program. */
  input: z.unknown(),
  output: z.unknown(),
  /** Log lines of a program. */
  logs: z.array(z.string()),
  tokens: z.int().nullable(),
});
export type PlaygroundStep = z.infer<typeof playgroundStep>;

/** The steps of a turn so far. A step appears when its span ends. */
export const playgroundSteps = z.object({
  /** Null until the intent is determined. */
  intent: z
    .object({ spanId: z.string(), agent: z.string(), intents: z.array(z.string()), language: z.string() })
    .nullable(),
  broker: z
    .object({
      spanId: z.string(),
      mode: z.string(),
      /** True if the turn requested the mode; false if the flag determined it. */
      asked: z.boolean(),
      outcome: z.string(),
      inScope: z.int(),
      tokensOffered: z.int(),
      confidence: z.number().nullable(),
      /** Offered tools first, then the others; both by score. */
      tools: z.array(seenTool),
    })
    .nullable(),
  route: z
    .object({
      spanId: z.string(),
      model: z.string(),
      tier: z.string(),
      /** Model or tier that the turn requested; null if the task determined it. */
      asked: z.string().nullable(),
      /** Considered models, each with the reason for rejection, if any. */
      candidates: z.array(z.string()),
    })
    .nullable(),
  steps: z.array(playgroundStep),
});
export type PlaygroundSteps = z.infer<typeof playgroundSteps>;
