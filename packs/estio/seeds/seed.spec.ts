import {
  EstioActivity,
  EstioContact,
  EstioDeal,
  EstioDealParty,
  EstioProperty,
  EstioViewing,
} from '../schema/entities/index.ts';
import { Insight } from '#memory';
import { agencyOrg } from '../testing/estio.fixture.ts';
import { ANCHOR } from '../../testing/pack-org.fixture.ts';
import { estio } from '../index.ts';

const DAY_MS = 86_400_000;

describe('the demo org', () => {
  const demo = agencyOrg();

  const all = <Row extends { orgId: string }>(entity: new () => Row) =>
    demo.inOrg((tx) => tx.repository(entity).find({} as never));
  const contact = async (id: string) => (await all(EstioContact)).find((row) => row.id === id);

  it('has its number of rows of each kind', async () => {
    const counts = [EstioProperty, EstioContact, EstioDeal, EstioActivity, Insight].map(
      async (entity) => (await all<{ orgId: string }>(entity)).length,
    );
    expect(await Promise.all(counts)).toEqual([400, 40, 18, 150, 60]);
    expect(estio.demo?.contacts).toHaveLength(40);
    expect(estio.demo?.users.map(({ handle, name }) => `${handle} ${name.split(' ')[0]}`)).toEqual([
      'agent-01 Maria',
      'agent-02 Andreas',
      'agent-03 Sofia',
    ]);
  });

  it('has owners, leads and both', async () => {
    const contacts = await all(EstioContact);
    const ids = (type: string) =>
      contacts
        .filter((row) => row.type === type)
        .map((row) => row.id)
        .sort();
    expect([ids('owner').length, ids('lead').length, ids('both').length]).toEqual([14, 22, 4]);
    expect([ids('lead')[0], ids('lead').at(-1), ids('both')[0]]).toEqual([
      'contact-015',
      'contact-036',
      'contact-037',
    ]);
    expect(contacts.every((row) => row.email === null || row.email.endsWith('@example.com'))).toBe(true);
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
    expect(await contact('contact-016')).toMatchObject({
      firstName: 'Omar',
      lastName: 'Haddad',
      language: 'ar',
    });
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
    const deals = await all(EstioDeal);
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
    const parties = await all(EstioDealParty);
    expect(
      parties
        .filter((row) => row.dealId === 'deal-001')
        .map(({ contactId, role }) => `${role} ${contactId}`)
        .sort(),
    ).toEqual(['buyer contact-015', 'seller contact-003']);
    for (const party of parties.filter((row) => row.dealId === 'deal-004'))
      expect((await contact(party.contactId))?.email).toBeTruthy();
  });

  it('has no closed property in an open deal', async () => {
    const properties = await all(EstioProperty);
    for (const deal of await all(EstioDeal)) {
      const { status } = properties.find((row) => row.id === deal.propertyId) ?? {};
      expect([deal.id, status === 'sold' || status === 'rented']).toEqual([
        deal.id,
        deal.stage === 'closed_won',
      ]);
    }
  });

  it('has the fixed insights of contact-015, and insights of each lead without duplicates', async () => {
    const insights = await all(Insight);
    const of015 = insights
      .filter((row) => row.contactId === 'contact-015')
      .map(({ text, category, importance }) => ({ text, category, importance }));
    expect(of015).toHaveLength(2);
    expect(of015).toContainEqual({
      text: 'Wants to reach the beach on foot',
      category: 'preference',
      importance: 8,
    });
    expect(of015).toContainEqual({
      text: 'Needs to decide before the summer',
      category: 'timeline',
      importance: 7,
    });
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

  it('mentions only viewings in the calendar', async () => {
    const viewings = await all(EstioViewing);
    const booked = demo.conversations
      .slice(0, 20)
      .flatMap(({ contactId, turns }) =>
        turns.flatMap(({ calls = [] }) => calls.map((call) => ({ ...call, contactId }))),
      )
      .filter(({ tool }) => tool === 'schedule_viewing');
    expect(booked).toHaveLength(4);
    for (const { contactId, result = {} } of booked)
      expect(viewings.find(({ id }) => id === result['viewingId'])).toMatchObject({ contactId });
  });

  it('marks its rows as sample, all of them in the past', async () => {
    const activities = await all(EstioActivity);
    expect(
      [
        ...activities,
        ...(await all(EstioProperty)),
        ...(await all(EstioContact)),
        ...(await all(EstioDeal)),
      ].every((row) => row.sample),
    ).toBe(true);
    expect(activities.every((row) => row.occurredAt < ANCHOR)).toBe(true);
  });

  it('changes nothing when seeded again, and keeps later changes by people', async () => {
    await demo.inOrg(async (tx) => {
      await tx.repository(EstioContact).update({ id: 'contact-020' }, { firstName: 'Dan' });
      await tx.repository(EstioProperty).update({ id: 'prop-0400' }, { price: 1 });
    });
    const tables = () =>
      Promise.all(
        [EstioProperty, EstioContact, EstioDeal, EstioDealParty, EstioActivity, Insight].map((entity) =>
          all<{ orgId: string }>(entity),
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
