import { wordList } from '#contracts';
import { insertMissing } from '#pack-kit';
import { ConsultLead } from '../schema/entities/index.ts';
import { advisoryOrg, sharing } from '../testing/advisory.fixture.ts';
import { ANCHOR } from '../../testing/pack-org.fixture.ts';
import { getBookingLink, type BookingLink } from './get-booking-link.tool.ts';
import { getDashboardStats, type DashboardStats } from './get-dashboard-stats.tool.ts';
import { getLocation } from './get-location.tool.ts';
import { searchInternalCaseStudies, type FoundCaseStudies } from './search-internal-case-studies.tool.ts';

const INVALID = { errorClass: 'VALIDATION_FAILED' };
const TOO_EARLY = { errorClass: 'PRECONDITION_FAILED' };

describe('tools over the rows of the pack', () => {
  const advisory = advisoryOrg({ per: 'test' });

  describe('get_booking_link', () => {
    const link = (args: Record<string, unknown>) =>
      advisory.run<BookingLink>(getBookingLink, args, { contactId: 'visitor-01' });
    const lead = async () => (await advisory.rows(ConsultLead, { id: 'visitor-01' }))[0];

    it('returns the page for the kind of meeting, and marks the lead', async () => {
      advisory.settings.set('BOOKING_URL', 'https://book.example/any');
      advisory.settings.set('BOOKING_URL_WORKSHOP', 'https://book.example/workshop');
      expect(await link({})).toMatchObject({ url: 'https://book.example/any', meetingType: 'consultation' });
      expect(await link({ meetingType: 'Training' })).toMatchObject({
        url: 'https://book.example/workshop',
        meetingType: 'workshop',
      });
      expect((await lead())?.bookingLinkSharedAt).toEqual(advisory.clock.now());
      // Team, stack and the requested link: 10 + 15.
      expect((await lead())?.score).toBe(25);
    });

    it('returns no invalid link, and validates its kinds', async () => {
      advisory.settings.set('BOOKING_URL', 'javascript:alert(1)');
      await expect(link({})).rejects.toMatchObject({ errorClass: 'NOT_CONFIGURED' });
      await expect(link({ meetingType: 'dinner' })).rejects.toMatchObject(INVALID);
    });
  });

  describe('get_location', () => {
    it('returns the position that the visitor shared, and never a guess', async () => {
      await expect(advisory.run(getLocation, {}, { shared: sharing({}) })).rejects.toMatchObject(TOO_EARLY);
      const sharedAt = new Date('2026-03-01T10:00:00Z');
      const position = { latitude: 59.9, longitude: 10.7 };
      const shared = sharing({ location: () => Promise.resolve({ sharedAt, position, city: 'Oslo' }) });
      expect(await advisory.run(getLocation, {}, { shared })).toEqual({
        ...position,
        city: 'Oslo',
        country: null,
        accuracyM: null,
        source: 'browser',
        updatedAt: sharedAt.toISOString(),
      });
      const near = sharing({
        location: () => Promise.resolve({ sharedAt, position: { ...position, accuracyM: 35 } }),
      });
      expect(await advisory.run(getLocation, {}, { shared: near })).toMatchObject({ accuracyM: 35 });
    });
  });

  describe('search_internal_case_studies', () => {
    const search = (args: Record<string, unknown>) =>
      advisory.run<FoundCaseStudies>(searchInternalCaseStudies, args);

    it('finds the case of an industry by any of its words, and labels it a sample (C12)', async () => {
      const found = await search({ query: 'done this for a media company', industry: 'broadcaster' });
      expect(found).toMatchObject({
        total: 1,
        sample: true,
        caseStudies: [{ id: 'cs-01', metricValue: 40, metricUnit: 'hours per week', isSample: true }],
      });
    });

    it('shows the newest if the message only asks for "similar examples"', async () => {
      for (const query of [
        'similar examples',
        'أمثلة مشابهة',
        'case studies?',
        'أرسل لي أمثلة من شركات أخرى',
        'أريد أن أرى قصص نجاح عملائكم',
        'عندكم أمثلة لشركات اشتغلتوا معها؟',
      ])
        expect(await search({ query })).toMatchObject({ total: 12, caseStudies: expect.any(Array) });
      expect(await search({ query: 'examples of zeppelins' })).toMatchObject({ total: 0 });
    });

    it('finds by words, best first, and searches beyond an industry without cases', async () => {
      expect((await search({ query: 'reading freight documents' })).caseStudies[0]?.id).toBe('cs-02');
      const relaxed = await search({ query: 'search assistant', industry: 'Aerospace' });
      expect(relaxed).toMatchObject({ industryRelaxed: true });
      expect(relaxed.caseStudies.map(({ id }) => id)).toContain('cs-04');
      expect(relaxed.caseStudies.length).toBeLessThanOrEqual(5);
    });

    it('searches beyond an industry without cases if there are no other words', async () => {
      expect(await search({ query: 'examples', industry: 'Aerospace' })).toMatchObject({
        industryRelaxed: true,
        total: 12,
      });
    });

    it('finds nothing instead of inventing a case, and requires words', async () => {
      expect(await search({ query: 'volcano drilling' })).toEqual({ caseStudies: [], total: 0 });
      await expect(search({ query: ' ' })).rejects.toMatchObject(INVALID);
    });
  });

  describe('get_dashboard_stats', () => {
    const stats = (args: Record<string, unknown> = {}) =>
      advisory.run<DashboardStats>(getDashboardStats, args);

    it.each([
      ['1d', [3, 1, 33.3, 52.7, 0, 0, 0], []],
      ['7d', [7, 2, 28.6, 51.9, 57.1, 1, 14.3], ['doc 4', 'roi 4', 'exportPdf 2', 'screenShare 2']],
      ['30d', [23, 7, 30.4, 49.9, 69.6, 3, 13], ['doc 10', 'screenShare 8', 'roi 6', 'search 6', 'webcam 6']],
      [
        '90d',
        [60, 19, 31.7, 51.2, 66.7, 10, 16.7],
        ['doc 25', 'screenShare 20', 'roi 15', 'search 15', 'webcam 15'],
      ],
    ])('are those of the formula over %s', async (period, figures, capabilities) => {
      const found = await stats({ period });
      const names = wordList(
        `totalLeads qualifiedLeads conversionRatePct averageLeadScore engagementRatePct bookedLeads
        bookingRatePct`,
      );
      expect(names.map((name) => found[name])).toEqual(figures);
      const top = found.topCapabilities.map(({ capability, leads }) => `${capability} ${leads}`);
      expect(top.slice(0, capabilities.length)).toEqual(capabilities);
    });

    it('reports how many of the leads are samples', async () => {
      expect(await stats({ period: '30d' })).toMatchObject({ sample: true, sampleLeads: 23 });
      await advisory.inOrg(async (tx) => {
        const none = { sample: false, score: 0, painPoints: [], capabilitiesShown: [], askedForPrice: false };
        await insertMissing(tx, 'consult_leads', [
          { id: 'real-1', ...none, createdAt: ANCHOR, updatedAt: ANCHOR },
        ]);
      });
      expect(await stats({ period: '30d' })).toMatchObject({ totalLeads: 24, sampleLeads: 23 });
      await advisory.inOrg((tx) => tx.execute('DELETE FROM consult_leads WHERE org_id = $1 AND sample', []));
      const real = await stats({ period: '30d' });
      expect(real).toMatchObject({ totalLeads: 1, sampleLeads: 0 });
      expect(real).not.toHaveProperty('sample');
    });

    it('covers a week by default, and returns zero without leads', async () => {
      expect(await stats()).toMatchObject({ period: '7d' });
      advisory.clock.set(new Date('2030-01-01T00:00:00Z'));
      expect(await stats({ period: 'month' })).toMatchObject({
        totalLeads: 0,
        conversionRatePct: 0,
        averageLeadScore: null,
        topCapabilities: [],
      });
      await expect(stats({ period: 'decade' })).rejects.toMatchObject(INVALID);
    });
  });
});
