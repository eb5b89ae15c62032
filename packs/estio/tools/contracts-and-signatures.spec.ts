import { EstioContract, EstioDeal, EstioSignatureRequest } from '../schema/entities/index.ts';
import { agencyOrg, refusals } from '../testing/estio.fixture.ts';
import { DocusignServer } from '../testing/docusign-server.ts';
import { generateContract, type GeneratedContract } from './generate-contract.tool.ts';
import { sendDocusign, type SentForSignature } from './send-docusign.tool.ts';

describe('contracts and signatures', () => {
  const demo = agencyOrg({ per: 'test' });

  describe('generate_contract', () => {
    const generate = (args: Record<string, unknown> = {}) =>
      demo.run<GeneratedContract>(generateContract, { dealId: 'deal-001', ...args });

    it('fills the sale agreement from stored facts (E9)', async () => {
      const made = await generate();
      expect(made).toMatchObject({
        version: 1,
        status: 'draft',
        contractType: 'sale_agreement',
        price: 175_000,
        deposit: 17_500,
        balance: 157_500,
        format: 'pdf',
        parties: [
          { role: 'seller', name: 'Christos Demetriou' },
          { role: 'buyer', name: 'Elena Marsh' },
        ],
      });
      const { text, mediaType } = await demo.documentText(made.documentId);
      expect(mediaType).toBe('application/pdf');
      for (const part of [
        'P-4820157',
        'one hundred and seventy-five thousand euro',
        'DRAFT for legal review',
        'CY-PA-0112',
      ])
        expect(text).toContain(part);
      expect(await demo.rows(EstioDeal, { id: 'deal-001' })).toMatchObject([{ stage: 'contract' }]);
    });

    it('creates a new version, and takes conditions and a deposit', async () => {
      await generate();
      const again = await generate({
        specialConditions: '["The garden shed stays, with its tools","Pets are allowed"]',
        depositAmount: '20k',
        completionDate: '2026-06-01',
        format: 'markdown',
      });
      expect(again).toMatchObject({
        version: 2,
        deposit: 20_000,
        balance: 155_000,
        completionDate: '2026-06-01',
      });
      expect((await demo.documentText(again.documentId)).text).toContain(
        '\n- The garden shed stays, with its tools\n- Pets are allowed\n',
      );
      const rows = await demo.rows(EstioContract, { dealId: 'deal-001' });
      expect(rows.map(({ status }) => status).sort()).toEqual(['draft', 'superseded']);
    });

    it('reports missing facts, and creates nothing', async () => {
      await expect(generate({ dealId: 'deal-003' })).rejects.toMatchObject({
        errorClass: 'PRECONDITION_FAILED',
        help: { missing: expect.arrayContaining(['buyer.identityNumber']) },
      });
      await refusals(generate, [
        [{ dealId: 'deal-002' }, 'PRECONDITION_FAILED', /negotiation/],
        [{ dealId: 'deal-999' }, 'NOT_FOUND', /deal-999/],
        [{ contractType: 'lease' }, 'PRECONDITION_FAILED', /does not fit/],
        [{ depositAmount: 200_000 }, 'VALIDATION_FAILED', /at most the price/],
        [{ completionDate: '2026-03-01' }, 'VALIDATION_FAILED', /completionDate/],
        [{ format: 'docx' }],
      ]);
      expect(await demo.rows(EstioContract)).toHaveLength(1);
    });

    const changeProperty = (change: string) =>
      demo.inOrg((tx) =>
        tx.execute(`UPDATE estio_properties SET ${change} WHERE org_id = $1 AND id = 'prop-0112'`),
      );
    const changeBuyer = (change: string) =>
      demo.inOrg((tx) =>
        tx.execute(`UPDATE estio_contacts SET ${change} WHERE org_id = $1 AND id = 'contact-015'`),
      );

    it.each([
      ['buyer.address', () => changeBuyer(`address = '  '`)],
      ['property.addressLine', () => changeProperty(`address_line = ' '`)],
      ['property.titleDeedNumber', () => changeProperty(`title_deed = 'yes', title_deed_number = ''`)],
    ])('creates no contract with a blank: %s', async (missing, blank) => {
      await blank();
      await expect(generate()).rejects.toMatchObject({
        errorClass: 'PRECONDITION_FAILED',
        help: { missing: [missing] },
      });
      expect(await demo.rows(EstioContract)).toHaveLength(1);
    });

    it('needs no number of a deed that is not issued yet', async () => {
      await changeProperty(`title_deed = 'pending', title_deed_number = ''`);
      await expect(generate()).resolves.toMatchObject({ version: 1 });
    });

    it('reports the letters that a PDF cannot show', async () => {
      await changeBuyer(`first_name = 'عمر'`);
      await refusals(generate, [[{}, 'PRECONDITION_FAILED', /Latin letters/]]);
      await expect(generate({ format: 'markdown' })).resolves.toMatchObject({ version: 1 });
    });
  });

  describe('send_docusign', () => {
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
    const send = (args: Record<string, unknown> = {}, context = {}) =>
      demo.run<SentForSignature>(sendDocusign, { contractId: 'contract-001', ...args }, context);
    const contract = async () => (await demo.rows(EstioContract, { id: 'contract-001' }))[0];

    it('sends the PDF to the parties in their order', async () => {
      const sent = await send();
      expect(sent).toMatchObject({
        status: 'sent',
        providerEnvelopeId: docusign.envelopes[0]?.envelopeId,
        expiresAt: '2026-03-16T09:00:00.000Z',
      });
      expect(sent.signers.map(({ order }) => order)).toEqual([1, 2]);
      const envelope = docusign.envelopes[0]!;
      expect(envelope).toMatchObject({
        accountId: 'account-1',
        definition: {
          status: 'sent',
          documents: [{ fileExtension: 'pdf' }],
          recipients: { signers: [{ routingOrder: '1' }, { routingOrder: '2' }] },
          transactionId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        },
      });
      const [pdf] = envelope.definition.documents;
      expect(Buffer.from(pdf?.documentBase64 ?? '', 'base64').toString('latin1')).toMatch(/^%PDF-1\.4/);
      expect(await contract()).toMatchObject({ status: 'sent' });
      await refusals(send, [[{}, 'CONFLICT', /already/]]);
    });

    it('creates one envelope for a repeated call', async () => {
      const key = { idempotencyKey: 'turn-1:tool:1:0' };
      const write = () => Promise.reject(new Error('the database is away'));
      await expect(send({}, { ...key, write })).rejects.toThrow('away');
      await send({}, key);
      expect(docusign.envelopes).toHaveLength(1);
      expect(await demo.rows(EstioSignatureRequest)).toHaveLength(1);
    });

    it.each([
      [403, { errorClass: 'UPSTREAM_REJECTED' }],
      [429, { errorClass: 'RATE_LIMITED' }],
      [503, { errorClass: 'UPSTREAM_UNAVAILABLE' }],
      ['reset', { toolErrorClass: 'UPSTREAM_UNAVAILABLE' }],
    ] as const)('fails as the service does: %s', async (refuseWith, failure) => {
      docusign.refuseWith = refuseWith;
      await expect(send()).rejects.toMatchObject(failure);
      expect(await contract()).toMatchObject({ status: 'draft' });
    });

    it('rejects a contract that cannot be signed', async () => {
      await refusals(send, [[{ contractId: 'contract-999' }, 'NOT_FOUND', /contract-999/]]);
      await expect(demo.run(sendDocusign, {})).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
      await demo.sql(`UPDATE estio_contracts SET format = 'markdown' WHERE org_id = $1`);
      await refusals(send, [[{}, 'PRECONDITION_FAILED', /not a PDF/]]);
      await demo.sql(`UPDATE estio_contracts SET format = 'pdf' WHERE org_id = $1`);
      await demo.sql('UPDATE estio_contacts SET email = NULL WHERE org_id = $1');
      await refusals(send, [[{}, 'PRECONDITION_FAILED', /e-mail address/]]);
      expect(docusign.requests).toBe(0);
      expect(sendDocusign.input.safeParse({ signers: [{ name: 'x', email: 'no' }] }).success).toBe(false);
    });

    it('takes the newest of two drafts of a deal', async () => {
      await demo.sql(
        `INSERT INTO estio_contracts (org_id, id, deal_id, contract_type, version, status, document_id, format, price, deposit,
           completion_date, created_at, updated_at)
         SELECT org_id, 'contract-' || days, deal_id, 'reservation_agreement', 10 + days, 'draft', document_id, format, price,
                deposit, completion_date, created_at + make_interval(days => days), updated_at
           FROM estio_contracts, generate_series(-1, 1, 2) days WHERE org_id = $1 AND id = 'contract-001'`,
      );
      await expect(demo.run(sendDocusign, { dealId: 'deal-004' })).resolves.toMatchObject({
        contractId: 'contract-1',
      });
    });

    it('sends nothing if the deal has no draft, is unknown, or does not have that contract', async () => {
      const nothing = (args: object) => demo.run(sendDocusign, { ...args });
      await expect(nothing({ dealId: 'deal-001' })).rejects.toMatchObject({
        errorClass: 'PRECONDITION_FAILED',
        help: { missing: ['draft'] },
      });
      await refusals(nothing, [
        [{ dealId: 'deal-999' }, 'NOT_FOUND', /deal-999/],
        [{ dealId: 'deal-001', contractId: 'contract-001' }, 'VALIDATION_FAILED', /deal-004/],
      ]);
      expect(docusign.requests).toBe(0);
    });

    it('asks for the contract, and names the contact’s drafts', async () => {
      await expect(demo.run(sendDocusign, {}, { contactId: 'contact-018' })).rejects.toMatchObject({
        errorClass: 'VALIDATION_FAILED',
        help: { suggestions: [expect.stringContaining('contract-001')] },
      });
      expect(docusign.requests).toBe(0);
    });

    it('sends nothing to a named signer without an e-mail address', async () => {
      await expect(
        send({
          signers: [
            { name: 'Ann Lee', role: 'buyer' },
            { name: 'Bo', role: 'buyer', email: 'bo@example.com' },
          ],
        }),
      ).rejects.toMatchObject({ errorClass: 'PRECONDITION_FAILED', help: { missing: ['buyer.email'] } });
      expect(docusign.requests).toBe(0);
      expect(await contract()).toMatchObject({ status: 'draft' });
    });

    it('accepts named signers', async () => {
      const sent = await send({
        signers: [{ name: 'Ann Lee', email: 'ann@example.com' }],
        expiresInDays: '7',
      });
      expect(sent).toMatchObject({
        signers: [{ name: 'Ann Lee', maskedEmail: 'a***@example.com', order: 1 }],
      });
    });
  });
});
