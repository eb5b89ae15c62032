import { EstioContract } from '../schema/entities/index.ts';
import { createDemoOrg, type DemoOrgTest } from '../testing/estio.fixture.ts';
import { DocusignServer } from '../testing/docusign-server.ts';
import { generateContract, type GeneratedContract } from './generate-contract.tool.ts';
import { sendDocusign, type SentForSignature } from './send-docusign.tool.ts';
import { sendOffer, type SentOffer } from './send-offer.tool.ts';

describe('papers that must not be wrong', () => {
  let first: DemoOrgTest;
  let demo: DemoOrgTest;
  beforeAll(async () => void (first = await createDemoOrg()));
  beforeEach(async () => void (demo = await first.another()));
  afterAll(() => first.close());

  const sql = (text: string) =>
    demo.database.forOrg(demo.orgId, (tx) => tx.executeUnscoped(text, [demo.orgId]));
  const contracts = () => demo.database.forOrg(demo.orgId, (tx) => tx.repository(EstioContract).find({}));
  const generate = (args: Record<string, unknown> = {}) =>
    demo.run<GeneratedContract>(generateContract, { dealId: 'deal-001', format: 'markdown', ...args });

  describe('a contract', () => {
    it.each([
      [`UPDATE estio_contacts SET address = '  ' WHERE org_id = $1 AND id = 'contact-015'`, 'buyer.address'],
      [
        `UPDATE estio_properties SET address_line = ' ' WHERE org_id = $1 AND id = 'prop-0112'`,
        'property.addressLine',
      ],
      [
        `UPDATE estio_properties SET title_deed = 'yes', title_deed_number = '' WHERE org_id = $1 AND id = 'prop-0112'`,
        'property.titleDeedNumber',
      ],
    ])('is not made with a blank: %s', async (blank, missing) => {
      await sql(blank);
      const before = await contracts();
      await expect(generate()).rejects.toMatchObject({
        errorClass: 'PRECONDITION_FAILED',
        help: { missing: [missing] },
      });
      expect(await contracts()).toHaveLength(before.length);
    });

    it('of a home whose deed is not issued yet says so and needs no number', async () => {
      await sql(
        `UPDATE estio_properties SET title_deed = 'pending', title_deed_number = '' WHERE org_id = $1 AND id = 'prop-0112'`,
      );
      await expect(generate()).resolves.toMatchObject({ version: 1 });
    });
  });

  describe('what goes out for signature', () => {
    let docusign: DocusignServer;
    beforeEach(async () => {
      docusign = await DocusignServer.start({ token: 'bearer-1' });
      demo.settings
        .set('ESIGN_PROVIDER', 'docusign')
        .set('ESIGN_BASE_URL', docusign.url)
        .set('ESIGN_ACCOUNT_ID', 'account-1')
        .set('ESIGN_ACCESS_TOKEN', 'bearer-1');
    });
    afterEach(() => docusign.close());
    const send = (args: Record<string, unknown>, contactId?: string) =>
      demo.run<SentForSignature>(sendDocusign, args, contactId === undefined ? {} : { contactId });

    it('is the one draft of the deal, or of the contact', async () => {
      const { contractId } = await generate({ format: 'pdf' });
      await expect(send({ dealId: 'deal-001' })).resolves.toMatchObject({ contractId });
      const again = await generate({ format: 'pdf' });
      await expect(send({}, 'contact-015')).resolves.toMatchObject({ contractId: again.contractId });
    });

    it('is the newest where the deal has several, and an older one by its id', async () => {
      const sale = await generate({ format: 'pdf' });
      demo.clock.set(new Date(demo.clock.now().getTime() + 60_000));
      const reservation = await generate({ format: 'pdf', contractType: 'reservation_agreement' });
      await expect(send({ dealId: 'deal-001' })).resolves.toMatchObject({
        contractId: reservation.contractId,
      });
      await expect(send({ contractId: sale.contractId })).resolves.toMatchObject({
        contractId: sale.contractId,
      });
    });

    it('is nothing where the deal has no draft, is not known, or has not that contract', async () => {
      await expect(send({ dealId: 'deal-001' })).rejects.toMatchObject({
        errorClass: 'PRECONDITION_FAILED',
        help: { missing: ['draft'] },
      });
      await expect(send({ dealId: 'deal-999' })).rejects.toMatchObject({ errorClass: 'NOT_FOUND' });
      await expect(send({ dealId: 'deal-001', contractId: 'contract-001' })).rejects.toMatchObject({
        errorClass: 'VALIDATION_FAILED',
        message: expect.stringContaining('deal-004'),
      });
      await expect(send({})).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
      expect(docusign.requests).toBe(0);
    });
  });

  it('an offer is written in the language of whom it is for', async () => {
    await sql(
      `UPDATE estio_contacts SET language = 'ar' WHERE org_id = $1 AND id IN
         (SELECT contact_id FROM estio_deal_parties WHERE org_id = $1 AND deal_id = 'deal-002' AND role = 'seller')`,
    );
    await demo.run<SentOffer>(sendOffer, { dealId: 'deal-002', amount: 415_000 });
    const [mail] = await demo.database.forOrg(demo.orgId, (tx) =>
      tx.queryUnscoped<{ subject: string; body: string }>(
        'SELECT subject, text AS body FROM outbox_messages WHERE org_id = $1',
        [demo.orgId],
      ),
    );
    expect(mail?.subject).toMatch(/^عرض على /);
    expect(mail?.body).toContain('415,000 يورو');
    expect(mail?.body).not.toMatch(/Dear|offer/);
  });
});
