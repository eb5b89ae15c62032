import { phraseList } from '#text';
import { z } from 'zod';
import { isSignedWith, ToolError, type PackWebhook, type WebhookRequest } from '#pack-kit';
import { markBooked } from '../schema/leads/lead.repository.ts';

/**
 * Headers in which booking services put the signature, in hex or base64. Calendly's header also contains the signed
 * time.
 */
const PLAIN_HEADERS = phraseList(
  'x-cal-signature-256, x-signature-256, x-hub-signature-256, x-webhook-signature',
);
const CALENDLY_HEADER = 'calendly-webhook-signature';
/** An older request is treated as a replay. */
const MAX_AGE_MS = 5 * 60_000;

function isSigned({ headers, body }: WebhookRequest, secret: string | undefined, now: Date): boolean {
  const timed = headers[CALENDLY_HEADER];
  if (timed !== undefined) {
    const parts = new Map(timed.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
    const seconds = Number(parts.get('t'));
    if (!Number.isFinite(seconds) || Math.abs(now.getTime() - seconds * 1_000) > MAX_AGE_MS) return false;
    const signed = Buffer.concat([Buffer.from(`${parts.get('t')}.`), body]);
    return isSignedWith(secret, signed, parts.get('v1') ?? '');
  }
  return PLAIN_HEADERS.some((name) => {
    const given = headers[name];
    return given !== undefined && isSignedWith(secret, body, given);
  });
}

const uuid = z.uuid().optional().catch(undefined);
const metadata = z.object({ conversationId: uuid }).loose().nullish();
const email = z.email().optional().catch(undefined);
const moment = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** https://cal.com/docs/core-features/webhooks */
const calCom = z
  .object({
    triggerEvent: z.string(),
    createdAt: moment,
    payload: z.object({ metadata, attendees: z.array(z.object({ email }).loose()).default([]) }).loose(),
  })
  .transform(({ triggerEvent: kind, createdAt: at, payload }) => ({
    kind,
    at,
    conversationId: payload.metadata?.conversationId,
    email: payload.attendees[0]?.email,
  }));
/** https://developer.calendly.com */
const calendly = z
  .object({
    event: z.string(),
    created_at: moment,
    payload: z.object({ email, tracking: z.object({ utm_content: uuid }).loose().nullish() }).loose(),
  })
  .transform(({ event: kind, created_at: at, payload }) => ({
    kind,
    at,
    conversationId: payload.tracking?.utm_content,
    email: payload.email,
  }));
const plainForm = z
  .object({
    type: z.string(),
    timestamp: moment,
    data: z.object({ email, conversationId: uuid, metadata }).loose(),
  })
  .transform(({ type: kind, timestamp: at, data }) => ({
    kind,
    at,
    conversationId: data.conversationId ?? data.metadata?.conversationId,
    email: data.email,
  }));
const booking = z.union([calCom, calendly, plainForm]);

const CREATED = /^(?:BOOKING_CREATED|BOOKING_RESCHEDULED|invitee\.created|booking\.created)$/;
const CANCELLED = /^(?:BOOKING_CANCELLED|invitee\.canceled|booking\.cancelled)$/;

/**
 * Handles events of the booking service: a call was booked or cancelled. An event that is older than the last one has
 * no effect, even if it is sent again.
 */
export const bookingWebhook: PackWebhook = {
  name: 'booking',
  description: 'A booking service tells of a booked or cancelled call; signed with BOOKING_WEBHOOK_SECRET.',
  verify: (request, { settings, clock }) =>
    isSigned(request, settings.get('BOOKING_WEBHOOK_SECRET'), clock.now()),
  receive: async (tx, { json }, { clock }) => {
    const told = booking.safeParse(json).data;
    if (!told)
      throw new ToolError(
        'VALIDATION_FAILED',
        'This is not a booking of Cal.com, of Calendly, or of the plain form.',
      );
    const { kind, conversationId, email: address, at } = told;
    const cancelled = CANCELLED.test(kind);
    // Services send many other events, such as the end of a meeting.
    if (!cancelled && !CREATED.test(kind)) return;
    if (conversationId === undefined && address === undefined)
      throw new ToolError(
        'VALIDATION_FAILED',
        'The booking names neither a conversation nor an e-mail address.',
      );
    // Without the time, a replayed request cannot be distinguished from a new one.
    if (at === undefined)
      throw new ToolError('VALIDATION_FAILED', 'The booking does not say when it was made or cancelled.');
    await markBooked(
      tx,
      { conversationId, email: address, booked: !cancelled, toldAt: new Date(at) },
      clock.now(),
    );
  },
};
