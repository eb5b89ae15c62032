import { EstioContact, EstioDeal, EstioListingAlert, EstioOffer } from '../schema/entities/index.ts';
import { agencyOrg, refusals } from '../testing/estio.fixture.ts';
import { analyzeMarketTrends, type MarketTrends } from './analyze-market-trends.tool.ts';
import { createDeal, type CreatedDeal } from './create-deal.tool.ts';
import { draftReply, type Draft } from './draft-reply.tool.ts';
import { generatePropertyReport, type PropertyReport } from './generate-property-report.tool.ts';
import { sendListingAlert, type ListingAlert } from './send-listing-alert.tool.ts';
import { sendOffer, type SentOffer } from './send-offer.tool.ts';

const OPEN_OFFER = { dealId: 'deal-002', status: 'in_outbox' } as const;

describe('deals, offers, alerts and reports', () => {
  const demo = agencyOrg({ per: 'test' });

  describe('send_offer', () => {
    const offer = (args: Record<string, unknown> = {}) =>
      demo.run<SentOffer>(sendOffer, { dealId: 'deal-002', amount: 415_000, ...args });

    it('records the offer and mails the owner (E8)', async () => {
      expect(await offer({ conditions: 'quick completion' })).toMatchObject({
        amount: 415_000,
        listPrice: 429_500,
        differencePct: -3.4,
        status: 'in_outbox',
        dealStage: 'negotiation',
        recipient: expect.stringMatching(/^.\*\*\*@example\.com$/),
        validUntil: '2026-03-05T09:00:00.000Z',
      });
      expect(await demo.mails()).toMatchObject([{ text: expect.stringContaining('€415,000') }]);
      expect(await demo.rows(EstioOffer, OPEN_OFFER)).toMatchObject([{ conditions: ['quick completion'] }]);
    });

    it('supersedes the open offer of the same side', async () => {
      await offer();
      await offer({ amount: '420k' });
      expect(await demo.rows(EstioOffer, OPEN_OFFER)).toMatchObject([{ amount: 420_000 }]);
    });

    it('is written in the language of the recipient', async () => {
      await demo.sql(
        `UPDATE estio_contacts SET language = 'ar' WHERE org_id = $1 AND id IN
           (SELECT contact_id FROM estio_deal_parties WHERE org_id = $1 AND deal_id = 'deal-002' AND role = 'seller')`,
      );
      await offer();
      const [mail] = await demo.mails();
      expect(mail?.subject).toMatch(/^عرض على /);
      expect(mail?.text).toContain('415,000 يورو');
      expect(mail?.text).not.toMatch(/Dear|offer/);
    });

    it('rejects invalid arguments', async () => {
      await refusals(offer, [
        [{ amount: 200_000 }, 'VALIDATION_FAILED', /Confirm/],
        [{ dealId: 'deal-999' }, 'NOT_FOUND', /deal-999/],
        [{ dealId: 'deal-001' }, 'PRECONDITION_FAILED', /offer_accepted/],
        [{ validUntil: '2026-05-01T00:00' }, 'VALIDATION_FAILED', /30 days/],
        [{ amount: 'much' }],
      ]);
      await expect(offer({ amount: 200_000, force: true })).resolves.toMatchObject({ amount: 200_000 });
      await demo.sql('UPDATE estio_contacts SET email = NULL WHERE org_id = $1');
      await refusals(offer, [[{}, 'PRECONDITION_FAILED', /e-mail address of the seller/]]);
    });
  });

  describe('send_listing_alert', () => {
    const alert = (args: Record<string, unknown> = {}) =>
      demo.run<ListingAlert>(sendListingAlert, { contactId: 'contact-015', ...args });

    it('mails new matching listings once (E12)', async () => {
      expect(await alert()).toMatchObject({
        sent: true,
        status: 'in_outbox',
        propertyIds: ['prop-0001', 'prop-0002'],
        count: 2,
        sample: true,
      });
      expect(await demo.mails()).toMatchObject([
        { recipients: ['elena.marsh@example.com'], text: expect.stringContaining('CY-PA-0001') },
      ]);
      expect(await alert()).toMatchObject({ sent: false, reason: 'no_matches', alertId: null });
      expect(await demo.mails()).toHaveLength(1);
      const lastAlertAt = demo.clock.now();
      expect(await demo.rows(EstioContact, { id: 'contact-015' })).toMatchObject([{ lastAlertAt }]);
    });

    it('rejects a mail that may not be sent', async () => {
      await alert({ propertyIds: ['prop-0115', 'prop-0001'] });
      await refusals(alert, [
        [{ propertyIds: ['prop-0001', 'prop-0115'] }, 'CONFLICT', /24 hours/],
        [{ contactId: 'contact-017' }, 'FORBIDDEN', /not agreed/],
        [{ propertyIds: ['prop-9999'] }, 'NOT_FOUND', /prop-9999/],
        [{ since: '2025-01-01T00:00' }, 'VALIDATION_FAILED', /90 days/],
        [{ maxListings: 11 }],
      ]);
      await demo.sql(
        `UPDATE estio_contacts SET req_districts = '{}', req_max_price = NULL WHERE org_id = $1 AND id = 'contact-015'`,
      );
      await refusals(alert, [[{}, 'PRECONDITION_FAILED', /Nothing is known/]]);
      await demo.sql('UPDATE estio_contacts SET email = NULL WHERE org_id = $1');
      await refusals(alert, [[{}, 'PRECONDITION_FAILED', /no e-mail/]]);
      expect(await demo.rows(EstioListingAlert)).toHaveLength(1);
    });
  });

  describe('create_deal', () => {
    const create = (args: Record<string, unknown> = {}) =>
      demo.run<CreatedDeal>(createDeal, { contactId: 'contact-016', propertyId: 'prop-0001', ...args });

    it('opens a deal with its parties', async () => {
      const deal = await create({ value: '128k' });
      expect(deal).toMatchObject({
        stage: 'new',
        value: 128_000,
        dealType: 'sale',
        title: 'Omar Haddad: 1-bedroom apartment in Kato Paphos',
      });
      expect(deal.parties.map(({ role }) => role)).toEqual(['seller', 'buyer']);
      expect(await demo.rows(EstioDeal, { id: deal.dealId })).toMatchObject([{ sample: false }]);
    });

    it('opens one deal for two concurrent calls', async () => {
      const both = await Promise.allSettled([create(), create()]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await refusals(create, [[{}, 'CONFLICT', /open deal already/]]);
    });

    it('rejects invalid arguments', () =>
      refusals(create, [
        [{ propertyId: 'prop-0007' }, 'PRECONDITION_FAILED', /is sold/],
        [{ propertyId: 'prop-9999' }, 'NOT_FOUND', /prop-9999/],
        [{ contactId: 'contact-999' }, 'NOT_FOUND', /contact-999/],
        [{ expectedCloseDate: '2026-03-02' }, 'VALIDATION_FAILED', /future/],
        [{ stage: 'signed' }],
      ]));
  });

  describe('analyze_market_trends', () => {
    const analyze = (args: Record<string, unknown> = {}) => demo.run<MarketTrends>(analyzeMarketTrends, args);

    it('returns the figures of a district in accordance with the rows', async () => {
      const found = await analyze({ district: 'لارنكا', propertyType: 'flats' });
      const [row] = await demo.sql(
        `SELECT count(*) FILTER (WHERE listed_at >= timestamptz '2025-03-02T09:00Z' AND listed_at <= timestamptz '2026-03-02T09:00Z')::int AS "newListings",
                count(*) FILTER (WHERE status = 'available')::int AS "activeListings",
                count(*) FILTER (WHERE status = 'sold' AND closed_at >= timestamptz '2025-03-02T09:00Z')::int AS "closedCount"
           FROM estio_properties WHERE org_id = $1 AND district = 'Larnaca' AND property_type = 'Apartment' AND deal_type = 'sale'`,
      );
      expect(found).toMatchObject({ ...row, sample: true });
      expect(found.series).toHaveLength(13);
      expect(found.series.reduce((sum, { newListings }) => sum + newListings, 0)).toBe(found.newListings);
      expect(found.series[0]?.month).toBe('2025-03');
    });

    it('reports a direction only with enough listings', async () => {
      const all = await analyze({ periodMonths: 24 });
      expect(all.insufficientData).toBe(false);
      expect(all.direction).toBe(
        all.changePct === null
          ? 'unknown'
          : all.changePct > 2
            ? 'rising'
            : all.changePct < -2
              ? 'falling'
              : 'stable',
      );
      const few = await analyze({ district: 'Tala', propertyType: 'Studio', periodMonths: 3 });
      expect(few).toMatchObject({ insufficientData: true, changePct: null, direction: 'unknown' });
      expect(await analyze({ district: 'Tala', bedrooms: 10 })).toMatchObject({
        newListings: 0,
        activeListings: 0,
        medianPrice: null,
        monthsOfSupply: null,
      });
    });

    it('rejects invalid arguments', () =>
      refusals(analyze, [
        [{ district: 'Atlantis' }, 'VALIDATION_FAILED', /Did you mean/],
        [{ periodMonths: 2 }],
        [{ periodMonths: 61 }],
        [{ bedrooms: 11 }],
        [{ dealType: 'swap' }],
      ]));
  });

  describe('generate_property_report', () => {
    const report = (args: Record<string, unknown> = {}, context = {}) =>
      demo.run<PropertyReport>(generatePropertyReport, { propertyId: 'prop-0017', ...args }, context);

    it('creates a PDF with comparable listings and the price position', async () => {
      const made = await report({}, { contactId: 'contact-015' });
      expect(made).toMatchObject({
        format: 'pdf',
        title: expect.stringContaining('CY-PA-0017'),
        sample: true,
      });
      expect(
        made.comparables.every(
          ({ id, coveredAreaSqm }) => id !== 'prop-0017' && Math.abs(coveredAreaSqm - 292) <= 73,
        ),
      ).toBe(true);
      expect(made.pricePosition.pricePerSqm).toBe(Math.round(1_147_000 / 292));
      expect((await demo.documentText(made.documentId)).text).toContain('Comparable listings');
      expect(made.summary.match(/\./g)?.length).toBeGreaterThanOrEqual(3);
    });

    it('has only the requested sections', async () => {
      const made = await report({ sections: '["facts", "location"]', format: 'markdown' });
      const { text, mediaType } = await demo.documentText(made.documentId);
      expect(mediaType).toBe('text/markdown');
      expect(text).toContain('## Location');
      expect(text).not.toContain('## Market');
    });

    it('rejects invalid arguments', () =>
      refusals(report, [
        [{ propertyId: 'prop-9999' }, 'NOT_FOUND', /prop-9999/],
        [{ sections: ['gossip'] }],
      ]));
  });

  describe('draft_reply', () => {
    const draft = (args: Record<string, unknown> = {}, context = {}) =>
      demo.run<Draft>(draftReply, { contactId: 'contact-015', ...args }, context);

    it('writes by rules, and stores the draft', async () => {
      const made = await draft({
        intent: 'viewing_invite',
        keyPoints: ['the villa is free on Saturday'],
        propertyIds: ['prop-0001', 'prop-0002', 'prop-0115', 'prop-0017'],
        channel: 'email',
      });
      expect(made).toMatchObject({
        status: 'draft',
        subject: 'An invitation to a viewing',
        usedPropertyIds: ['prop-0001', 'prop-0002', 'prop-0115'],
        generatedBy: 'rules',
        language: 'en',
      });
      expect(made.text).toMatch(
        /^Hello Elena,\n\nThe villa is free on Saturday\.\n\n- .*€130,500, 1 bedroom\n[\s\S]*When would it suit you to see it\?\n\nAphrodite Homes/,
      );
      expect(await demo.sql('SELECT id FROM estio_drafts WHERE org_id = $1')).toHaveLength(1);
      const activities = await demo.sql(
        `SELECT type, summary, created_by AS by FROM estio_activities
          WHERE org_id = $1 AND contact_id = 'contact-015' AND type = 'note' AND NOT sample`,
      );
      expect(activities).toEqual([
        { type: 'note', summary: `Draft ${made.draftId} written (viewing invite), not sent`, by: 'agent-01' },
      ]);
    });

    describe('without points to make', () => {
      const items = ['prop-0001', 'prop-0002', 'prop-0115', 'prop-0017'].map((id) => ({ id }));
      const lent = {
        monthlyPayment: 738.97,
        loanAmount: 140_000,
        totalInterest: 81_691.47,
        annualRatePct: 4,
        termYears: 25,
        assumptions: [],
      };
      const after = (result: object) => ({
        conversation: { messages: () => Promise.resolve([]), results: () => Promise.resolve([result]) },
      });
      const searched = (ofTurn: boolean) =>
        after({ tool: 'search_properties', arguments: {}, data: { items }, ofTurn });
      const calculated = (ofTurn: boolean) =>
        after({ tool: 'calculate_mortgage', arguments: {}, data: lent, ofTurn });
      const first = ['prop-0001', 'prop-0002', 'prop-0115'];

      it('uses the results of the turn’s tools', async () => {
        const made = await draft({}, calculated(true));
        expect(made.text).toMatch(
          /Hello Elena,\n\nThe instalment is €738\.97 per month.*This is an estimate/,
        );
        expect(made.usedPropertyIds).toEqual([]);
      });

      it('names the first three search results, of the turn or of an earlier one', async () => {
        expect(await draft({}, searched(true))).toMatchObject({ usedPropertyIds: first });
        expect(await draft({}, searched(false))).toMatchObject({ usedPropertyIds: first });
        const points = { keyPoints: ['the viewing is on Friday'] };
        expect(await draft(points, searched(true))).toMatchObject({ usedPropertyIds: first });
        expect(await draft(points, searched(false))).toMatchObject({ usedPropertyIds: [] });
        const none = { ...points, propertyIds: [] };
        expect(await draft(none, searched(true))).toMatchObject({ usedPropertyIds: [] });
      });

      it('has nothing to write without search results', () =>
        refusals((args) => draft(args, calculated(false)), [[{}, 'VALIDATION_FAILED', /nothing to say/]]));
    });

    it('writes Arabic, and reports that other languages are not supported', async () => {
      const arabic = await draft({ propertyIds: ['prop-0001'], intent: 'follow_up' }, { language: 'ar' });
      expect(arabic.text).toMatch(/^مرحبا Elena،/);
      const greek = await draft({ propertyIds: ['prop-0001'], language: 'el' });
      expect(greek.warnings).toEqual([expect.stringContaining('not in el')]);
      expect(greek.text).toMatch(/^Hello/);
    });

    it('rejects invalid arguments', async () => {
      await refusals(draft, [
        [{}, 'VALIDATION_FAILED', /nothing to say/],
        [{ propertyIds: ['prop-9999'] }, 'NOT_FOUND', /prop-9999/],
        [{ contactId: 'contact-999', keyPoints: ['x'] }, 'NOT_FOUND', /contact-999/],
      ]);
      for (const args of [{ intent: 'sell' }, { keyPoints: Array(9).fill('x') }, { language: 'fr' }])
        expect(draftReply.input.safeParse(args).success).toBe(false);
    });
  });
});
