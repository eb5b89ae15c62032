import {
  EstioActivity,
  EstioContact,
  EstioDeal,
  EstioDealParty,
  EstioProperty,
} from '../schema/entities/index.ts';
import { Insight } from '#memory';
import { agencyOrg } from '../testing/estio.fixture.ts';
import { ANCHOR } from '../../testing/pack-org.fixture.ts';
import { estio } from '../index.ts';

const DAY_MS = 86_400_000;

describe('the demo org', () => {
  const demo = agencyOrg();
  const contact = async (id: string) => (await demo.rows(EstioContact, { id }))[0];

  it('has its number of rows of each kind', async () => {
    const counts = [EstioProperty, EstioContact, EstioDeal, EstioActivity, Insight].map(
      async (entity) => (await demo.rows<{ orgId: string }>(entity)).length,
    );
    expect(await Promise.all(counts)).toEqual([400, 40, 18, 150, 60]);
    expect(estio.demo?.contacts).toHaveLength(40);
    expect(estio.demo?.users.map(({ handle, name }) => `${handle} ${name.split(' ')[0]}`)).toEqual([
      'agent-01 Maria',
      'agent-02 Andreas',
      'agent-03 Sofia',
    ]);
  });

  it('has the fixed contacts', async () => {
    expect(await contact('contact-015')).toMatchObject({
      firstName: 'Elena',
      lastName: 'Marsh',
      reqDistricts: ['Paphos'],
      reqMaxPrice: 200_000,
      status: 'qualified',
      marketingConsent: true,
      identityNumber: expect.any(String),
      address: expect.any(String),
      agentUserId: 'agent-01',
      lastAlertAt: new Date(ANCHOR.getTime() - 60 * DAY_MS),
      leadScore: 80,
    });
    const omar = { firstName: 'Omar', lastName: 'Haddad', language: 'ar' };
    expect(await contact('contact-016')).toMatchObject(omar);
    expect(await contact('contact-017')).toMatchObject({
      firstName: 'Priya',
      lastName: 'Nair',
      marketingConsent: false,
      identityNumber: null,
    });
    const owner = await contact('contact-003');
    expect(owner).toMatchObject({ type: 'owner' });
    for (const field of ['identityNumber', 'address', 'email', 'phone'] as const)
      expect(owner?.[field]).toBeTruthy();
  });

  it('has the fixed deals, and its number of each stage', async () => {
    const deals = await demo.rows(EstioDeal);
    const fixed = ['deal-001', 'deal-002', 'deal-003', 'deal-004'].map((id) =>
      deals.find((row) => row.id === id)!,
    );
    expect(
      fixed.map(({ contactId, propertyId, stage, value }) => [contactId, propertyId, stage, value]),
    ).toEqual([
      ['contact-015', 'prop-0112', 'offer_accepted', 180_000],
      ['contact-016', 'prop-0078', 'negotiation', 429_500],
      ['contact-017', 'prop-0181', 'offer_accepted', expect.any(Number)],
      ['contact-018', 'prop-0291', 'contract', 120_000],
    ]);
    expect(fixed[0]?.agreedPrice).toBe(175_000);
    expect(
      Object.fromEntries(
        [...Map.groupBy(deals, ({ stage }) => stage)].map(([stage, of]) => [stage, of.length]),
      ),
    ).toEqual({
      new: 2,
      qualified: 3,
      viewing: 4,
      offer: 2,
      negotiation: 2,
      offer_accepted: 2,
      contract: 1,
      closed_won: 1,
      closed_lost: 1,
    });
    const parties = await demo.rows(EstioDealParty, { dealId: 'deal-001' });
    expect(parties.map(({ contactId, role }) => `${role} ${contactId}`).sort()).toEqual([
      'buyer contact-015',
      'seller contact-003',
    ]);
    for (const party of await demo.rows(EstioDealParty, { dealId: 'deal-004' }))
      expect((await contact(party.contactId))?.email).toBeTruthy();
  });

  it('has no closed property in an open deal', async () => {
    const properties = await demo.rows(EstioProperty);
    for (const { id, propertyId, stage } of await demo.rows(EstioDeal)) {
      const { status } = properties.find((row) => row.id === propertyId) ?? {};
      expect([id, status === 'sold' || status === 'rented']).toEqual([id, stage === 'closed_won']);
    }
  });

  it('has the fixed insights of contact-015, and insights of each lead without duplicates', async () => {
    const insights = await demo.rows(Insight);
    const of015 = insights
      .filter((row) => row.contactId === 'contact-015')
      .map(({ text, category, importance }) => `${category} ${importance}: ${text}`);
    expect(of015.sort()).toEqual([
      'preference 8: Wants to reach the beach on foot',
      'timeline 7: Needs to decide before the summer',
    ]);
    expect(new Set(insights.map((row) => row.contactId)).size).toBe(22);
    expect(new Set(insights.map((row) => `${row.contactId} ${row.text}`)).size).toBe(60);
  });

  it('creates 20 conversations of leads, whose replies match the rows', () => {
    const conversations = demo.conversations.slice(0, 20);
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(20);
    expect(conversations.map(({ contactId }) => contactId)).toEqual(
      expect.arrayContaining(['contact-015', 'contact-016', 'contact-017', 'contact-018']),
    );
    const turns = conversations.flatMap((conversation) => conversation.turns);
    let matches = 0;
    expect(turns.filter(({ text }) => /\p{Script=Arabic}/u.test(text)).length).toBeGreaterThan(5);
    for (const { at, text, reply = '', calls = [] } of turns) {
      expect(at.getTime()).toBeLessThan(ANCHOR.getTime() - 48 * 3_600_000);
      expect(reply.trim()).not.toBe('');
      expect([text, /\p{Script=Arabic}/u.test(reply)]).toEqual([text, /\p{Script=Arabic}/u.test(text)]);
      for (const { tool, result = {} } of calls)
        if (tool === 'search_properties') {
          const [first] = result['items'] as { id: string }[];
          matches += Number(result['total']);
          if (first) expect(reply).toContain(first.id);
          if (first) expect(reply).toMatch(/sample|تجريبي/);
        }
    }
    expect(matches).toBeGreaterThan(100);
  });

  it('marks its rows as sample, all of them in the past', async () => {
    for (const entity of [EstioActivity, EstioProperty, EstioContact, EstioDeal])
      expect(await demo.rows<{ orgId: string; sample: boolean }>(entity, { sample: false })).toEqual([]);
    expect((await demo.rows(EstioActivity)).every((row) => row.occurredAt < ANCHOR)).toBe(true);
  });

  it('changes nothing when seeded again, and keeps later changes by people', async () => {
    await demo.inOrg(async (tx) => {
      await tx.repository(EstioContact).update({ id: 'contact-020' }, { firstName: 'Dan' });
      await tx.repository(EstioProperty).update({ id: 'prop-0400' }, { price: 1 });
    });
    const tables = () =>
      Promise.all(
        [EstioProperty, EstioContact, EstioDeal, EstioDealParty, EstioActivity, Insight].map((entity) =>
          demo.rows<{ orgId: string }>(entity),
        ),
      );
    const before = await tables();
    await demo.seed();
    expect(demo.conversations).toHaveLength(20);
    const after = await tables();
    const sorted = (all: object[][]) => all.map((rows) => rows.map((row) => JSON.stringify(row)).sort());
    expect(sorted(after)).toEqual(sorted(before));
    expect((await contact('contact-020'))?.firstName).toBe('Dan');
  });
});
