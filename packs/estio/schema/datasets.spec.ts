import { platformTools } from '#tools';
import { type ToolContext, type ToolError } from '#pack-kit';
import { datasets } from './datasets.ts';
import { agencyOrg } from '../testing/estio.fixture.ts';

const tool = platformTools.find(({ name }) => name === 'query_org_data')!;
interface Answer {
  appliedFilters: object[];
  rows: Record<string, unknown>[];
  count?: number;
  total?: number;
  sample?: boolean;
}

const org = agencyOrg();

const ask = (question: Record<string, unknown>, change: Partial<ToolContext> = {}) =>
  org.run<Answer>(tool, question, { datasets, ...change });
const where = (field: string, value: unknown) => ({ filters: [{ field, op: 'eq', value }] });

describe('properties', () => {
  it('count as the demo data says', async () => {
    const count = async (field: string, value: string) =>
      (await ask({ dataset: 'properties', operation: 'count', ...where(field, value) })).count;
    expect(await count('dealType', 'sale')).toBe(299);
    expect(await count('dealType', 'للإيجار')).toBe(101);
    expect(await count('status', 'available')).toBe(347);
    expect(await count('propertyType', 'flat')).toBe(200);
    expect(await count('district', 'Lemesos')).toBe(110);
  });

  it('are for customers too, without owner and title deed number', async () => {
    const contact: Partial<ToolContext> = { caller: { kind: 'contact' } };
    expect(await ask({ dataset: 'properties', limit: 3 }, contact)).toMatchObject({ total: 400 });
    for (const field of ['ownerContactId', 'titleDeedNumber', 'addressLine'])
      await expect(ask({ dataset: 'properties', fields: [field] }, contact)).rejects.toMatchObject({
        errorClass: 'VALIDATION_FAILED',
      });
  });
});

it.each(['contacts', 'deals', 'activities', 'conversations'])('%s are not for customers', async (dataset) => {
  await expect(ask({ dataset }, { caller: { kind: 'contact' } })).rejects.toMatchObject({
    errorClass: 'FORBIDDEN',
  });
  await expect(ask({ dataset })).resolves.toBeDefined();
});

it('model usage is for admins', async () => {
  await expect(ask({ dataset: 'model_usage' })).rejects.toMatchObject({ errorClass: 'FORBIDDEN' });
  await expect(ask({ dataset: 'model_usage' }, { caller: { kind: 'admin' } })).resolves.toBeDefined();
});

it('lists the datasets that the caller may query', async () => {
  await expect(ask({ dataset: 'invoices' }, { caller: { kind: 'contact' } })).rejects.toMatchObject({
    errorClass: 'VALIDATION_FAILED',
    message: 'There is no dataset "invoices". Possible: properties.',
  });
  const valuesFor = (kind: 'contact' | 'staff') =>
    tool.values?.({ kind, datasets, artifactKinds: [] }).dataset;
  expect(valuesFor('contact')).toEqual(['properties']);
  expect(valuesFor('staff')).toEqual(expect.arrayContaining(['properties', 'contacts']));
});

it('every field of every dataset can be listed and grouped by', async () => {
  for (const { name, fields } of datasets) {
    const names = Object.keys(fields);
    for (let at = 0; at < names.length; at += 15)
      expect((await ask({ dataset: name, fields: names.slice(at, at + 15), limit: 1 })).rows).toHaveLength(1);
    for (const field of names) {
      const outcome = await ask({ dataset: name, groupBy: [field], limit: 1 }).then(
        ({ rows }) => rows.length,
        (error: ToolError) => error.errorClass,
      );
      // Ids and titles make more groups than an answer may have.
      expect([1, 'LIMIT_EXCEEDED']).toContain(outcome);
    }
  }
});

describe('the agent of a contact', () => {
  const counted = async (filter: object, change: Partial<ToolContext> = {}) =>
    (await ask({ dataset: 'contacts', operation: 'count', filters: [filter] }, change)).count;
  const mine = { field: 'agent', op: 'eq', value: 'me' };
  const account = { kind: 'staff', userId: '0199a000-0000-7000-8000-00000000000a' } as const;

  it('is the caller, by handle or by the account with that handle', async () => {
    await org.inOrg(async (tx) => {
      await tx.execute(`INSERT INTO orgs (id, slug, name, created_at) VALUES ($1, 'demo', 'Demo', now())`);
      await tx.execute(
        `INSERT INTO users (org_id, id, handle, name, role, created_at) VALUES ($1, $2, 'agent-02', 'Andreas', 'member', now())`,
        [account.userId],
      );
    });
    const second = await counted({ field: 'agent', op: 'eq', value: 'agent-02' });
    expect(second).toBeGreaterThan(5);
    expect(await counted(mine, { caller: account })).toBe(second);
    expect(await counted(mine)).toBe(await counted({ field: 'agent', op: 'eq', value: 'agent-01' }));
    expect(await counted({ ...mine, op: 'ne' }, { caller: account })).toBe(40 - (second ?? 0));
    expect(await counted({ ...mine, op: 'in', value: ['Me'] }, { caller: account })).toBe(second);
    const both = await counted({ field: 'agent', op: 'in', value: ['agent-01', 'agent-02'] });
    for (const others of [
      ['me', 'agent-01'],
      ['agent-01', ' ME '],
    ])
      expect(await counted({ ...mine, op: 'in', value: others }, { caller: account })).toBe(both);
  });

  it('is nobody if no one is signed in', async () => {
    for (const filter of [mine, { ...mine, op: 'in', value: ['me', 'agent-02'] }])
      await expect(counted(filter, { caller: { kind: 'staff' } })).rejects.toMatchObject({
        errorClass: 'VALIDATION_FAILED',
      });
  });

  it('is distinguished from a value with the same spelling', async () => {
    const told = async (field: string) =>
      (await ask({ dataset: 'contacts', operation: 'count', filters: [{ field, op: 'eq', value: 'me' }] }))
        .appliedFilters;
    expect(await told('agent')).toEqual([{ field: 'agent', op: 'eq', value: 'me', asker: true }]);
    expect(await told('name')).toEqual([{ field: 'name', op: 'eq', value: 'me' }]);
  });

  it('applies to deals, viewings and activities too', async () => {
    for (const [dataset, field] of [
      ['deals', 'agent'],
      ['viewings', 'agent'],
      ['activities', 'createdBy'],
    ])
      expect((await ask({ dataset, filters: [{ field, op: 'eq', value: 'me' }] })).total).toBeGreaterThan(0);
  });
});

it('a contact without a name is listed by its id', async () => {
  await org.inOrg((tx) =>
    tx.execute(
      `UPDATE estio_contacts SET first_name = '', last_name = '' WHERE org_id = $1 AND id = 'contact-020'`,
    ),
  );
  const filters = [{ field: 'id', op: 'eq', value: 'contact-020' }];
  const answer = await ask({ dataset: 'contacts', filters });
  expect(answer.rows).toMatchObject([{ name: null, id: 'contact-020' }]);
});
