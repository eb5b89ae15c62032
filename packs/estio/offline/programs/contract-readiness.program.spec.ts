import { platformTools } from '#tools';
import { datasets } from '../../schema/datasets.ts';
import { createDemoOrg, type DemoOrgTest } from '../../testing/estio.fixture.ts';
import { generateContract } from '../../tools/generate-contract.tool.ts';
import { contractReadiness } from './contract-readiness.program.ts';

const queryOrgData = platformTools.find(({ name }) => name === 'query_org_data')!;

describe('what a contract still lacks', () => {
  let demo: DemoOrgTest;
  beforeAll(async () => void (demo = await createDemoOrg()));
  afterAll(() => demo.close());

  /** The program as the sandbox runs it, on the records of the org. */
  const missing = async (dealId: string): Promise<string[] | undefined> => {
    const wish = contractReadiness.wish?.(
      { text: `what is missing for ${dealId}?`, normalized: '', language: 'en' },
      { contactId: null, userId: 'agent-01', now: demo.clock.now(), timezone: 'Asia/Nicosia' },
    );
    // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is the text of a program
    const run = new Function(
      'wish',
      'query_org_data',
      `return (async () => {${contractReadiness.code}})()`,
    ) as (...given: unknown[]) => Promise<{ deals: { missing: string[] }[] }>;
    const ask = async (args: Record<string, unknown>) =>
      (await demo.run<{ rows: unknown[] }>(queryOrgData, args, { datasets })).rows;
    return (await run(wish, ask)).deals[0]?.missing;
  };
  const sql = (text: string) =>
    demo.database.forOrg(demo.orgId, (tx) => tx.executeUnscoped(text, [demo.orgId]));

  it('is nothing where all facts are on file', async () => expect(await missing('deal-001')).toEqual([]));

  it('is what generate_contract refuses it for, of the parties and of the property', async () => {
    await sql(
      `UPDATE estio_properties SET address_line = ' ', title_deed = 'yes', title_deed_number = ''
        WHERE org_id = $1 AND id IN (SELECT property_id FROM estio_deals WHERE org_id = $1 AND id = 'deal-003')`,
    );
    const lacks = await missing('deal-003');
    expect(lacks).toEqual(
      expect.arrayContaining(['buyer.identityNumber', 'property.addressLine', 'property.titleDeedNumber']),
    );
    const refused = { errorClass: 'PRECONDITION_FAILED', help: { missing: lacks } };
    await expect(demo.run(generateContract, { dealId: 'deal-003' })).rejects.toMatchObject(refused);
  });
});
