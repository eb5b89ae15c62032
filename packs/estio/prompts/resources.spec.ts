import type { CallerKind } from '#contracts';
import type { ResourceContext } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { agencyOrg, type Agency } from '../testing/estio.fixture.ts';
import { EstioViewing } from '../schema/entities/index.ts';
import { generateContract } from '../tools/generate-contract.tool.ts';
import { scheduleViewing } from '../tools/schedule-viewing.tool.ts';
import { sendListingAlert } from '../tools/send-listing-alert.tool.ts';
import { qualifyLead } from './qualify-lead.prompt.ts';
import { contactResource, dealResource } from './resources.ts';

describeWith('postgres', 'MCP resources and prompts of estio', () => {
  const demo = agencyOrg();

  const as = (kind: CallerKind, of: Pick<Agency, 'orgId' | 'clock' | 'inOrg'> = demo): ResourceContext => ({
    org: { id: of.orgId, slug: 'demo' },
    caller: { kind },
    clock: of.clock,
    timezone: 'Asia/Nicosia',
    read: of.inOrg,
  });
  type Json = Record<string, never>;
  async function read(
    resource: typeof contactResource,
    values: Record<string, string>,
    context = as('staff'),
  ) {
    const body = await resource.read(values, context);
    return body && 'text' in body ? (JSON.parse(body.text) as Json) : undefined;
  }

  it('returns a contact with all known facts (E14)', async () => {
    const view = await read(contactResource, { contactId: 'contact-015' });
    expect(view).toMatchObject({
      contact: {
        id: 'contact-015',
        name: expect.any(String),
        type: expect.any(String),
        email: expect.stringContaining('@'),
        status: expect.any(String),
        leadScore: expect.any(Number),
        marketingConsent: expect.any(Boolean),
      },
      requirements: { districts: expect.any(Array), notes: expect.any(String) },
      deals: [{ id: 'deal-001', stage: 'offer_accepted', property: 'prop-0112', value: expect.any(Number) }],
      viewings: { next: expect.any(Array), last: expect.any(Array) },
    });
    expect(view?.activities).toHaveProperty('length');
    expect(view?.insights).toHaveProperty('length');
  });

  it('returns a deal with its parties, property and timeline (E14)', async () => {
    expect(await read(dealResource, { dealId: 'deal-001' })).toMatchObject({
      deal: { id: 'deal-001', stage: 'offer_accepted', agreedPrice: 175_000 },
      parties: expect.arrayContaining([
        { role: 'buyer', contact: expect.objectContaining({ id: 'contact-015' }) },
        { role: 'seller', contact: expect.any(Object) },
      ]),
      property: { id: 'prop-0112' },
      offers: expect.any(Array),
      viewings: expect.any(Array),
      contracts: expect.any(Array),
      signatureRequests: expect.any(Array),
      timeline: expect.any(Array),
      insights: expect.any(Array),
    });
  });

  it('lists the viewings and alerts of a contact, and the next viewings', async () => {
    await demo.run(scheduleViewing, {
      propertyId: 'prop-0043',
      contactId: 'contact-015',
      startsAt: '2026-03-03T13:00',
    });
    await demo.run(sendListingAlert, { contactId: 'contact-015', propertyIds: ['prop-0115'] });
    const view = await read(contactResource, { contactId: 'contact-015' });
    expect(view?.viewings).toMatchObject({
      next: [{ property: 'prop-0043', agent: 'agent-01', status: 'scheduled', startsAt: expect.any(String) }],
    });
    expect(view?.properties).toEqual(
      expect.arrayContaining([
        { id: 'prop-0115', title: expect.any(String), status: 'available', relation: 'alerted' },
      ]),
    );
    const [seen] = await demo.rows(EstioViewing, { status: 'done' });
    expect(await read(contactResource, { contactId: seen!.contactId })).toMatchObject({
      properties: expect.arrayContaining([
        expect.objectContaining({ id: seen!.propertyId, relation: 'viewed' }),
      ]),
      viewings: { last: expect.arrayContaining([expect.objectContaining({ id: seen!.id, status: 'done' })]) },
    });
  });

  it('lists each stage that a deal has reached', async () => {
    await demo.run(generateContract, { dealId: 'deal-001' });
    const view = await read(dealResource, { dealId: 'deal-001' });
    expect(view?.timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'status_change',
          summary: 'Deal moved from offer accepted to contract',
          by: 'agent-01',
        }),
      ]),
    );
  });

  it('hides personal data from callers other than staff', async () => {
    const staff = await read(contactResource, { contactId: 'contact-015' });
    const other = await read(contactResource, { contactId: 'contact-015' }, as('contact'));
    const { email, phone, name } = (staff?.contact ?? {}) as Record<string, string>;
    const shown = JSON.stringify(other);
    for (const secret of [email, phone, name]) expect(shown).not.toContain(secret);
    expect(other?.requirements).toMatchObject({ districts: expect.any(Array) });
    const deal = JSON.stringify(await read(dealResource, { dealId: 'deal-001' }, as('contact')));
    for (const secret of [email, phone, name]) expect(deal).not.toContain(secret);
  });

  it('returns nothing for ids that the org does not have', async () => {
    expect(await read(contactResource, { contactId: 'contact-999' })).toBeUndefined();
    expect(await read(dealResource, { dealId: 'x' })).toBeUndefined();
    const other = await demo.another();
    await other.inOrg((tx) => tx.execute('DELETE FROM estio_deals WHERE org_id = $1'));
    expect(await read(dealResource, { dealId: 'deal-001' }, as('staff', other))).toBeUndefined();
  });

  it('suggests ids by id and by name', async () => {
    expect(await contactResource.complete?.contactId?.('contact-01', as('staff'))).toContain('contact-015');
    expect(await dealResource.complete?.dealId?.('deal-00', as('staff'))).toHaveLength(9);
    expect(await dealResource.complete?.dealId?.("'; --", as('staff'))).toEqual([]);
  });

  it('asks for the missing facts of a lead (E14)', async () => {
    const [system, user] = await qualifyLead.messages(
      { contactId: 'contact-015', language: 'ar' },
      as('staff'),
    );
    expect(system).toMatchObject({
      role: 'user',
      content: { text: expect.stringContaining('Ask one question') },
    });
    const said = user?.content.type === 'text' ? user.content.text : '';
    expect(said).toMatch(/Missing: .+\./);
    expect(said).toContain('update_requirements');
    expect(said).toContain('language ar');
    await expect(qualifyLead.messages({ contactId: 'nobody' }, as('staff'))).rejects.toMatchObject({
      errorClass: 'NOT_FOUND',
    });
  });
});
