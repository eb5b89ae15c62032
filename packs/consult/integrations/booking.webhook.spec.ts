import { createHmac } from 'node:crypto';
import type { WebhookContext } from '#pack-kit';
import { bookingWebhook } from './booking.webhook.ts';
import { ConsultLead } from '../schema/entities/index.ts';
import { advisoryOrg } from '../testing/advisory.fixture.ts';

const SECRET = 's-1';

describe('the booking webhook', () => {
  const advisory = advisoryOrg();

  const context = (secret: string | undefined = SECRET): WebhookContext => ({
    org: { id: advisory.orgId, slug: 'advisory' },
    settings: { get: (name) => (name === 'BOOKING_WEBHOOK_SECRET' ? secret : undefined) },
    clock: advisory.clock,
  });
  const hex = (text: string | Buffer) => createHmac('sha256', SECRET).update(text).digest('hex');
  const request = (json: unknown, headers: Record<string, string> = {}) => {
    const body = Buffer.from(JSON.stringify(json));
    return { json, body, headers };
  };
  const receive = (json: unknown) =>
    advisory.inOrg((tx) => bookingWebhook.receive(tx, request(json), context()));
  const bookedAt = async (id: string) => (await advisory.rows(ConsultLead, { id }))[0]?.bookedAt;

  it('accepts signatures of Cal.com and of Calendly, and no others', () => {
    const plain = request({ a: 1 });
    const verify = (headers: Record<string, string>, secret?: string) =>
      bookingWebhook.verify({ ...plain, headers }, context(secret));
    expect(verify({ 'x-cal-signature-256': hex(plain.body) })).toBe(true);
    expect(verify({ 'x-cal-signature-256': hex('other') })).toBe(false);
    expect(verify({ 'x-cal-signature-256': '' })).toBe(false);
    expect(verify({})).toBe(false);
    expect(
      bookingWebhook.verify(
        { ...plain, headers: { 'x-cal-signature-256': hex(plain.body) } },
        { ...context(), settings: { get: () => undefined } },
      ),
    ).toBe(false);
    const seconds = advisory.clock.now().getTime() / 1_000;
    const timed = (t: number) => ({
      'calendly-webhook-signature': `t=${t},v1=${hex(`${t}.${plain.body.toString()}`)}`,
    });
    expect(verify(timed(seconds))).toBe(true);
    expect(verify(timed(seconds - 3_600))).toBe(false);
  });

  it('marks the lead by e-mail address, and reverts it', async () => {
    const attendees = [{ email: 'Visitor-01@example.com' }];
    await receive({
      triggerEvent: 'BOOKING_CREATED',
      createdAt: '2026-03-01T10:00:00Z',
      payload: { attendees },
    });
    expect(await bookedAt('visitor-01')).toEqual(new Date('2026-03-01T10:00:00Z'));
    const email = 'visitor-01@example.com';
    await receive({ event: 'invitee.canceled', created_at: '2026-03-01T11:00:00Z', payload: { email } });
    expect(await bookedAt('visitor-01')).toBeNull();
    const again = { type: 'booking.created', timestamp: '2026-03-01T12:00:00Z', data: { email } };
    await receive(again);
    expect(await bookedAt('visitor-01')).toEqual(new Date('2026-03-01T12:00:00Z'));
    await receive({ ...again, type: 'booking.cancelled', timestamp: '2026-03-01T12:30:00Z' });
    await receive(again);
    expect(await bookedAt('visitor-01')).toBeNull();
  });

  it('ignores other events, and rejects unreadable ones', async () => {
    await receive({ triggerEvent: 'MEETING_ENDED', payload: {} });
    await expect(receive({ hello: 'world' })).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
    const untimed = { type: 'booking.created', data: { email: 'visitor-01@example.com' } };
    await expect(receive(untimed)).rejects.toMatchObject({
      message: expect.stringContaining('when') as string,
      errorClass: 'VALIDATION_FAILED',
    });
    await expect(receive({ type: 'booking.created', data: {} })).rejects.toMatchObject({
      errorClass: 'VALIDATION_FAILED',
    });
  });
});
