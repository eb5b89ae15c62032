import { z } from 'zod';
import { consoleOrg } from '../console/session.ts';
import { orgSlug, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

const webhookEvents = ['turn.completed', 'turn.failed', 'turn.cancelled', 'turn.awaiting_approval'] as const;
export const webhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof webhookEvent>;

const webhookDeliveryStates = ['pending', 'delivered', 'failed'] as const;
export const webhookDeliveryState = z.enum(webhookDeliveryStates);
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryState>;

/** Filters of the list of deliveries. Without `org`: every org that the session can access. */
export const consoleDeliveryQuery = z.strictObject({
  org: orgSlug.optional(),
  state: webhookDeliveryState.optional(),
  event: webhookEvent.optional(),
  turnId: uuid.optional(),
  ...pageQuery.shape,
});
export type ConsoleDeliveryQuery = z.infer<typeof consoleDeliveryQuery>;

const consoleDelivery = z.object({
  /** Also the `webhook-id` header of the delivery. */
  id: uuid,
  org: consoleOrg,
  turnId: uuid,
  conversationId: uuid,
  event: webhookEvent,
  url: z.string(),
  state: webhookDeliveryState,
  attempts: z.int(),
  /** Number of manual replays. */
  replays: z.int(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ConsoleDelivery = z.infer<typeof consoleDelivery>;

export const consoleDeliveryPage = pageOf(consoleDelivery);
export type ConsoleDeliveryPage = z.infer<typeof consoleDeliveryPage>;

export const consoleDeliveryDetail = consoleDelivery.extend({
  /** Oldest first. */
  attemptList: z.array(
    z.object({
      seq: z.int(),
      at: z.iso.datetime(),
      /** HTTP status; null without a response. */
      status: z.int().nullable(),
      error: z.string().nullable(),
      durationMs: z.number(),
    }),
  ),
});
export type ConsoleDeliveryDetail = z.infer<typeof consoleDeliveryDetail>;

export const consoleWebhookSecret = z.object({
  /** The secret, `whsec_…`. */
  secret: z.string(),
  /** Until this time the previous secret signs too; null when it no longer does. */
  previousUntil: z.iso.datetime().nullable(),
});
export type ConsoleWebhookSecret = z.infer<typeof consoleWebhookSecret>;
