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

  it('has no closed property in an open deal', async () => {
    const properties = await demo.rows(EstioProperty);
    for (const { id, propertyId, stage } of await demo.rows(EstioDeal)) {
      const { status } = properties.find((row) => row.id === propertyId) ?? {};
      expect([id, status === 'sold' || status === 'rented']).toEqual([id, stage === 'closed_won']);
    }
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
      await tx.execute(
        `UPDATE estio_contacts SET first_name = 'Dan' WHERE org_id = $1 AND id = 'contact-020'`,
      );
      await tx.execute(`UPDATE estio_properties SET price = 1 WHERE org_id = $1 AND id = 'prop-0400'`);
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
