import {
  EstioActivity,
  EstioCalendarEvent,
  EstioContact,
  EstioDeal,
  EstioViewing,
} from '../schema/entities/index.ts';
import type { ToolError } from '#pack-kit';
import { agencyOrg, itRefuses } from '../testing/estio.fixture.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { checkCalendar, type FreeTimes } from './check-calendar.tool.ts';
import { scheduleViewing, type ScheduledViewing } from './schedule-viewing.tool.ts';

/** The day after the anchor, a Tuesday in winter time (UTC+2): agent-01 is busy 10:00-12:00 and 15:00-16:00. */
const TOMORROW = '2026-03-03';
const AT_13 = '2026-03-03T11:00:00.000Z';
const VIEWING = { propertyId: 'prop-0043', contactId: 'contact-015', startsAt: `${TOMORROW}T13:00` };
const EVERYONE = ['agent-01', 'agent-02', 'agent-03'];

describe('calendars and viewings', () => {
  const demo = agencyOrg({ per: 'test' });

  const check = (args: Record<string, unknown>, context = {}) =>
    demo.run<FreeTimes>(checkCalendar, args, context);
  const book = (args: Record<string, unknown> = {}, context = {}) =>
    demo.run<ScheduledViewing>(scheduleViewing, { ...VIEWING, ...args }, context);
  const tomorrow = (args = {}) =>
    check({ dateFrom: TOMORROW, dateTo: TOMORROW, agentId: 'agent-01', ...args });
  const startsOf = ({ slots }: FreeTimes) => slots.map(({ start }) => start.slice(11, 16));
  const agentsOf = ({ slots }: FreeTimes) => [...new Set(slots.map(({ agentId }) => agentId))].sort();

  describe('check_calendar', () => {
    it('returns free slots on the grid, and the agent’s busy times', async () => {
      const found = await tomorrow({ propertyId: 'prop-0043' });
      expect(found).toMatchObject({ timezone: 'Asia/Nicosia', provider: 'internal' });
      // Local 12:30 is the first half hour with a free quarter after the meeting that ends at 12:00.
      expect(startsOf(found)).toEqual(['10:30', '11:00', '11:30', '14:30', '15:00']);
      const meeting = { agentId: 'agent-01', kind: 'meeting' };
      expect(found.busy).toEqual([
        { ...meeting, start: '2026-03-03T08:00:00.000Z', end: '2026-03-03T10:00:00.000Z' },
        { ...meeting, start: '2026-03-03T13:00:00.000Z', end: '2026-03-03T14:00:00.000Z' },
      ]);
    });

    it('returns a week of all agents, with no Sunday, no slot too soon, and at most forty slots', async () => {
      const week = await check({});
      expect(week.slots).toHaveLength(40);
      expect(week.slots.every(({ start }) => start >= '2026-03-02T11:00:00.000Z')).toBe(true);
      expect(await check({ dateFrom: '2026-03-08', dateTo: '2026-03-08' })).toMatchObject({ slots: [] });
      expect(agentsOf(week)).toEqual(EVERYONE);
    });

    it('uses the calendar of the contact’s agent', async () => {
      expect(agentsOf(await check({}, { contactId: 'contact-015' }))).toEqual(['agent-01']);
    });

    it('finds an agent by the account, too', async () => {
      const userId = '0199a000-0000-7000-8000-00000000000a';
      await demo.sql(
        `INSERT INTO orgs (id, slug, name, created_at) VALUES ($1, 'account-test', 'Demo', now())`,
      );
      await demo.sql(
        `INSERT INTO users (org_id, id, handle, name, role, created_at) VALUES ($1, $2, 'agent-02', 'Andreas', 'member', now())`,
        [userId],
      );
      expect(agentsOf(await check({ agentId: userId }))).toEqual(['agent-02']);
    });

    it('returns all calendars for a member of the office without one', async () => {
      const agentId = '0199a000-0000-7000-8000-00000000000b';
      const caller = { kind: 'staff', userId: agentId };
      expect(agentsOf(await check({ agentId }, { caller }))).toEqual(EVERYONE);
      await expect(check({ agentId })).rejects.toMatchObject({ errorClass: 'NOT_FOUND' });
    });

    itRefuses(check, [
      [{ dateFrom: '2026-03-01' }, 'VALIDATION_FAILED', /today/],
      [{ dateFrom: '2026-03-05', dateTo: '2026-03-04' }, 'VALIDATION_FAILED', /dateTo/],
      [{ dateTo: '2026-05-02' }, 'VALIDATION_FAILED', /60 days/],
      [{ agentId: 'Zoe' }, 'NOT_FOUND', /no agent Zoe/],
      [{ propertyId: 'prop-9999' }, 'NOT_FOUND', /prop-9999/],
      [{ dateFrom: 'tomorrow' }],
      [{ durationMinutes: 10 }],
      [{ durationMinutes: 241 }],
    ]);

    describe('with an outside service', () => {
      let calendar: LocalServer;
      let busy: object[] = [];
      let refuseWith: number | undefined;
      beforeEach(async () => {
        refuseWith = undefined;
        calendar = await LocalServer.start(({ headers }, response) => {
          const status = refuseWith ?? (headers.authorization === 'Bearer secret' ? 200 : 401);
          response.writeHead(status).end(JSON.stringify(status === 200 ? { busy } : {}));
        });
      });
      afterEach(() => calendar.stop());
      const configure = () =>
        demo.settings
          .set('CALENDAR_PROVIDER', 'http')
          .set('CALENDAR_API_URL', `${calendar.url}/`)
          .set('CALENDAR_API_TOKEN', 'secret');

      it('reports that its token is missing', async () => {
        configure().delete('CALENDAR_API_TOKEN');
        await expect(check({})).rejects.toMatchObject({ help: { missingSettings: ['CALENDAR_API_TOKEN'] } });
      });

      it('counts the service’s busy times', async () => {
        configure();
        const span = { start: '2026-03-03T10:30:00+00:00', end: '2026-03-03T11:30:00Z' };
        busy = [{ calendarId: 'agent-01', ...span }];
        const found = await tomorrow();
        expect(found.provider).toBe('http');
        expect(startsOf(found)).toEqual(['14:30', '15:00']);
        expect(found.busy.map(({ kind }) => kind)).toContain('external');
        const asked = new URL(calendar.received.at(-1)?.url ?? '', calendar.url);
        expect([asked.pathname, asked.searchParams.get('calendarIds')]).toEqual(['/free-busy', 'agent-01']);
      });

      it.each([
        [400, 'UPSTREAM_REJECTED'],
        [429, 'RATE_LIMITED'],
        [500, 'UPSTREAM_ERROR'],
        [503, 'UPSTREAM_UNAVAILABLE'],
      ])('maps the service’s error: %d', async (status, errorClass) => {
        configure();
        refuseWith = status;
        await expect(check({})).rejects.toMatchObject({ errorClass });
      });
    });
  });

  describe('schedule_viewing', () => {
    it('books the time, marks the agent as busy, and updates the deal and the lead (E6)', async () => {
      await demo.sql(
        `UPDATE estio_deals SET property_id = 'prop-0043', stage = 'qualified' WHERE org_id = $1 AND id = 'deal-001'`,
      );
      const booked = await book();
      expect(booked).toMatchObject({
        status: 'scheduled',
        startsAt: AT_13,
        endsAt: '2026-03-03T12:00:00.000Z',
        property: { id: 'prop-0043' },
        agent: { id: 'agent-01' },
        dealId: 'deal-001',
        dealStage: 'viewing',
        notification: 'none',
      });
      const { viewingId } = booked;
      expect(await demo.rows(EstioViewing, { id: viewingId })).toMatchObject([
        { status: 'scheduled', sample: false },
      ]);
      expect(await demo.rows(EstioCalendarEvent, { viewingId })).toMatchObject([{ kind: 'viewing' }]);
      expect(await demo.rows(EstioDeal, { id: 'deal-001' })).toMatchObject([{ stage: 'viewing' }]);
      expect(await demo.rows(EstioContact, { id: 'contact-015' })).toMatchObject([{ status: 'viewing' }]);
      const activity = { contactId: 'contact-015', type: 'viewing', propertyId: 'prop-0043' } as const;
      expect(await demo.rows(EstioActivity, activity)).toHaveLength(1);
      expect(startsOf(await tomorrow())).toEqual(['14:30', '15:00']);
    });

    it('rejects a time at which the agent is busy, and offers three others (E7)', async () => {
      await expect(book({ startsAt: `${TOMORROW}T10:30` })).rejects.toMatchObject({
        errorClass: 'CONFLICT',
        help: {
          suggestions: [
            expect.stringContaining('Tuesday 3 March 2026, 12:30'),
            expect.stringContaining('13:00'),
            expect.stringContaining('13:30'),
          ],
        },
      });
      expect(await demo.rows(EstioViewing, { propertyId: 'prop-0043' })).toEqual([]);
    });

    it('lets only one of two concurrent calls have the same time', async () => {
      const both = await Promise.allSettled([
        book(),
        book({ contactId: 'contact-016', agentId: 'agent-01' }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ errorClass: 'CONFLICT' });
    });

    it('offers three other times after a concurrent booking', async () => {
      const { write } = demo.context();
      let faster: Promise<unknown> | undefined;
      const late = book(
        {},
        {
          write: async (work: Parameters<typeof write>[0]) => {
            await (faster ??= book({ contactId: 'contact-016', agentId: 'agent-01' }));
            return write(work);
          },
        },
      );
      await expect(late).rejects.toMatchObject({
        errorClass: 'CONFLICT',
        message: expect.stringContaining('just been taken'),
        help: {
          timezone: 'Asia/Nicosia',
          suggestions: expect.any(Array),
          slots: [expect.anything(), expect.anything(), expect.anything()],
        },
      });
      const { slots } = (await late.catch((error: ToolError) => error.help)) as {
        slots: { start: string }[];
      };
      expect(slots.map(({ start }) => start)).not.toContain(AT_13);
    });

    it('confirms by mail with an invitation', async () => {
      const booked = await book({ notify: true });
      expect(booked.notification).toBe('outbox');
      const [mail] = await demo.mails();
      expect(mail?.recipients).toEqual(['elena.marsh@example.com']);
      const invitation = Buffer.from(mail?.attachments[0]?.content ?? '', 'base64').toString();
      expect(invitation).toContain('DTSTART:20260303T110000Z\r\n');
    });

    it('is confirmed once by the next worker if a worker died after the booking or after the mail', async () => {
      const input = scheduleViewing.input.parse({ ...VIEWING, notify: true });
      const context = demo.context();
      const kept = await scheduleViewing.execute(input, context);
      // The worker died here: the stored result does not say that anything was sent.
      expect(kept).toMatchObject({
        notification: 'failed',
        warnings: [expect.stringContaining('not known')],
      });
      expect(await demo.mails()).toEqual([]);
      const confirmed = await scheduleViewing.afterwards?.(kept, input, context);
      expect(confirmed).toMatchObject({ notification: 'outbox' });
      expect(confirmed).not.toHaveProperty('warnings');
      // And here: the outbox has the mail's key, so that another replay sends none.
      expect(await scheduleViewing.afterwards?.(kept, input, context)).toEqual(confirmed);
      expect(await demo.mails()).toMatchObject([{ key: `${context.idempotencyKey}:confirmation` }]);
    });

    itRefuses(book, [
      [{ startsAt: 'noon' }],
      [{ startsAt: '2026-03-02T12:00' }, 'VALIDATION_FAILED', /two hours/],
      [{ startsAt: `${TOMORROW}T17:30` }, 'VALIDATION_FAILED', /office is open/],
      [{ startsAt: '2026-03-08T11:00' }, 'VALIDATION_FAILED', /office is open/],
      [{ propertyId: 'prop-0007' }, 'PRECONDITION_FAILED', /cannot be viewed/],
      [{ propertyId: 'prop-9999' }, 'NOT_FOUND', /prop-9999/],
      [{ contactId: 'contact-999' }, 'NOT_FOUND', /contact-999/],
      [{ agentId: 'Zoe' }, 'NOT_FOUND', /Zoe/],
    ]);
  });
});
