import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type Database } from '#database';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';

import {
  entities,
  EstioActivity,
  EstioContact,
  EstioDeal,
  EstioDealParty,
  EstioProperty,
} from './entities/index.ts';

describe('tables of the estio pack', () => {
  let test: TestDatabase;
  beforeAll(async () => void (test = await createTestDatabase()));
  afterAll(() => test.drop());

  it('match the entities', async () => {
    const dataSource = new DataSource({ ...dataSourceOptions(test.settings, 'test'), entities } as never);
    await dataSource.initialize();
    const changes = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(changes.upQueries.map((change) => change.query)).toEqual([]);
  });

  it('hide an org’s rows from another org', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const opened = await openDatabase(test.settings, entities);
    await makeRows(opened.database, theirs);
    const tables = opened.dataSource.entityMetadatas.map((entity) => entity.tableName);
    for (const table of tables) {
      const count = (orgId: string) =>
        opened.database.forOrg(orgId, (tx) =>
          tx.queryUnscoped<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`),
        );
      expect([table, ...(await count(theirs))]).toEqual([table, { n: 1 }]);
      expect([table, ...(await count(mine))]).toEqual([table, { n: 0 }]);
    }
    const write = opened.database.forOrg(mine, (tx) =>
      tx.executeUnscoped(`INSERT INTO estio_deal_parties VALUES ($1, 'deal-002', 'contact-001', 'buyer')`, [
        theirs,
      ]),
    );
    await expect(write).rejects.toThrow(/row-level security/);
    await opened.close();
  });
});

function makeRows(database: Database, orgId: string): Promise<void> {
  const now = new Date('2026-03-02T00:00:00Z');
  return database.forOrg(orgId, async (tx) => {
    await tx.repository(EstioContact).insert({
      id: 'c',
      firstName: 'A',
      lastName: 'B',
      type: 'lead',
      createdAt: now,
      updatedAt: now,
    } as EstioContact);
    await tx.repository(EstioProperty).insert({
      id: 'p',
      reference: 'CY-PA-0001',
      title: 't',
      description: 'd',
      district: 'Paphos',
      area: 'Tala',
      addressLine: 'a',
      propertyType: 'House',
      dealType: 'sale',
      price: 1,
      bedrooms: 1,
      bathrooms: 1,
      coveredAreaSqm: 1,
      distanceToSea: 1,
      seaView: false,
      pool: false,
      yearBuilt: 2000,
      titleDeed: 'yes',
      energyClass: 'A',
      status: 'available',
      listedAt: now,
    } as EstioProperty);
    await tx.repository(EstioDeal).insert({
      id: 'd',
      contactId: 'c',
      propertyId: 'p',
      title: 't',
      dealType: 'sale',
      stage: 'new',
      value: 1,
      createdAt: now,
      updatedAt: now,
    } as EstioDeal);
    await tx
      .repository(EstioDealParty)
      .insert({ dealId: 'd', contactId: 'c', role: 'buyer' } as EstioDealParty);
    await tx.repository(EstioActivity).insert({
      id: 'a',
      contactId: 'c',
      type: 'note',
      summary: 's',
      occurredAt: now,
      createdBy: 'system',
      createdAt: now,
    } as EstioActivity);
    for (const [table, columns, values] of FURTHER_ROWS)
      await tx.executeUnscoped(
        `INSERT INTO ${table} (org_id, id, created_at, ${columns}) VALUES ($1, 'x', $2, ${values})`,
        [orgId, now],
      );
  });
}

/** One row of each table whose entity type is not used here. */
const FURTHER_ROWS: [table: string, columns: string, values: string][] = [
  ['estio_viewings', 'property_id, contact_id, agent_user_id, starts_at, ends_at', `'p', 'c', 'a', $2, $2`],
  ['estio_calendar_events', 'agent_user_id, starts_at, ends_at, kind, title', `'a', $2, $2, 'meeting', 't'`],
  [
    'estio_offers',
    'deal_id, direction, amount, status, valid_until',
    `'d', 'buyer_to_seller', 1, 'sent', $2`,
  ],
  [
    'estio_contracts',
    'deal_id, contract_type, version, format, price, deposit, updated_at',
    `'d', 'sale_agreement', 1, 'pdf', 1, 1, $2`,
  ],
  [
    'estio_signature_requests',
    'contract_id, provider_envelope_id, signers, expires_at, updated_at',
    `'k', 'e', '[]', $2, $2`,
  ],
  [
    'estio_drafts',
    'contact_id, intent, channel, language, text, generated_by',
    `'c', 'answer', 'chat', 'en', 't', 'rules'`,
  ],
  ['estio_listing_alerts', 'contact_id, property_ids, status', `'c', '{p}', 'sent'`],
];
