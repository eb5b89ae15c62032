import { z } from 'zod';
import { isSignedWith, ToolError, type PackWebhook, type WebhookRequest } from '#pack-kit';
import { markBooked } from '../schema/leads/lead.repository.ts';

/** Headers in which booking services put the signature, hex or base64; Calendly's also carries the time that it signs. */
const PLAIN_HEADERS = [
  'x-cal-signature-256',
  'x-signature-256',
  'x-hub-signature-256',
  'x-webhook-signature',
];
const CALENDLY_HEADER = 'calendly-webhook-signature';
/** A request that is older than this is replayed by somebody else. */
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

const metadata = z.object({ conversationId: z.uuid().optional().catch(undefined) }).loose();
const email = z.email().optional().catch(undefined);
const moment = z.iso.datetime({ offset: true }).optional().catch(undefined);

/** Cal.com: https://cal.com/docs/core-features/webhooks; Calendly: https://developer.calendly.com; or our own plain form. */
const posted = z.union([
  z.object({
    triggerEvent: z.string(),
    createdAt: moment,
    payload: z
      .object({ metadata: metadata.nullish(), attendees: z.array(z.object({ email }).loose()).default([]) })
      .loose(),
  }),
  z.object({
    event: z.string(),
    created_at: moment,
    payload: z
      .object({ email, tracking: z.object({ utm_content: z.string().nullish() }).loose().nullish() })
      .loose(),
  }),
  z.object({
    type: z.string(),
    timestamp: moment,
    data: z
      .object({ email, conversationId: z.uuid().optional().catch(undefined), metadata: metadata.nullish() })
      .loose(),
  }),
]);

interface Booking {
  kind: string;
  conversationId?: string | undefined;
  email?: string | undefined;
  at?: string | undefined;
}

function bookingOf(json: unknown): Booking | undefined {
  const read = posted.safeParse(json).data;
  if (!read) return undefined;
  if ('triggerEvent' in read) {
    const { metadata: told, attendees } = read.payload;
    return {
      kind: read.triggerEvent,
      conversationId: told?.conversationId,
      email: attendees[0]?.email,
      at: read.createdAt,
    };
  }
  if ('event' in read) {
    const conversationId = z.uuid().safeParse(read.payload.tracking?.utm_content).data;
    return { kind: read.event, conversationId, email: read.payload.email, at: read.created_at };
  }
  const { conversationId, metadata: told, email: address } = read.data;
  return {
    kind: read.type,
    conversationId: conversationId ?? told?.conversationId,
    email: address,
    at: read.timestamp,
  };
}

const CREATED = /^(?:BOOKING_CREATED|BOOKING_RESCHEDULED|invitee\.created|booking\.created)$/;
const CANCELLED = /^(?:BOOKING_CANCELLED|invitee\.canceled|booking\.cancelled)$/;

/** The booking service tells that a call was booked, or is off. What it said before counts no more, also when it is sent again. */
export const bookingWebhook: PackWebhook = {
  name: 'booking',
  description: 'A booking service tells of a booked or cancelled call; signed with BOOKING_WEBHOOK_SECRET.',
  verify: (request, { settings, clock }) =>
    isSigned(request, settings.get('BOOKING_WEBHOOK_SECRET'), clock.now()),
  receive: async (tx, { json }, { clock }) => {
    const booking = bookingOf(json);
    if (!booking)
      throw new ToolError(
        'VALIDATION_FAILED',
        'This is not a booking of Cal.com, of Calendly, or of the plain form.',
      );
    const { kind, conversationId, email: address, at } = booking;
    const cancelled = CANCELLED.test(kind);
    // Services tell of much else, such as a meeting that has ended.
    if (!cancelled && !CREATED.test(kind)) return;
    if (conversationId === undefined && address === undefined)
      throw new ToolError(
        'VALIDATION_FAILED',
        'The booking names neither a conversation nor an e-mail address.',
      );
    // Without it a request that somebody sends a second time could not be told from a new one.
    if (at === undefined)
      throw new ToolError('VALIDATION_FAILED', 'The booking does not say when it was made or cancelled.');
    await markBooked(
      tx,
      { conversationId, email: address, booked: !cancelled, toldAt: new Date(at) },
      clock.now(),
    );
  },
};
