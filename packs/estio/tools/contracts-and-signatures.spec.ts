import { EstioContract, EstioDeal, EstioSignatureRequest } from '../schema/entities/index.ts';
import { createDemoOrg, type DemoOrgTest } from '../testing/estio.fixture.ts';
import { DocusignServer } from '../testing/docusign-server.ts';
import { generateContract, type GeneratedContract } from './generate-contract.tool.ts';
import { sendDocusign, type SentForSignature } from './send-docusign.tool.ts';

describe('contracts and signatures', () => {
  let first: DemoOrgTest;
  let demo: DemoOrgTest;
  beforeAll(async () => void (first = await createDemoOrg()));
  beforeEach(async () => void (demo = await first.another()));
  afterAll(() => first.close());

  const inOrg = <Result>(work: Parameters<typeof demo.database.forOrg<Result>>[1]) =>
    demo.database.forOrg(demo.orgId, work);
  const documentText = async (id: string) => {
    const [row] = await inOrg((tx) =>
      tx.queryUnscoped<{ content: Buffer; mediaType: string }>(
        'SELECT c.content, f.media_type AS "mediaType" FROM files f JOIN file_contents c ON c.org_id = f.org_id AND c.sha256 = f.sha256 WHERE f.org_id = $1 AND f.id = $2',
        [demo.orgId, id],
      ),
    );
    return { text: row?.content.toString('latin1') ?? '', mediaType: row?.mediaType };
  };
  const refusals = (
    run: (args: Record<string, unknown>) => Promise<unknown>,
    cases: [Record<string, unknown>, string, RegExp][],
  ) =>
    Promise.all(
      cases.map(([args, errorClass, message]) =>
        expect(run(args)).rejects.toMatchObject({ errorClass, message: expect.stringMatching(message) }),
      ),
    );

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
      const { text, mediaType } = await documentText(made.documentId);
      expect(mediaType).toBe('application/pdf');
      for (const part of [
        'P-4820157',
        'one hundred and seventy-five thousand euro',
        'DRAFT for legal review',
        'CY-PA-0112',
      ])
        expect(text).toContain(part);
      expect((await inOrg((tx) => tx.repository(EstioDeal).findOne({ id: 'deal-001' })))?.stage).toBe(
        'contract',
      );
    });

    it('makes a new version, and takes conditions and a deposit', async () => {
      await generate();
      const again = await generate({
        specialConditions: ['The garden shed stays'],
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
      expect((await documentText(again.documentId)).text).toContain('The garden shed stays');
      const rows = await inOrg((tx) => tx.repository(EstioContract).find({ dealId: 'deal-001' }));
      expect(rows.map(({ status }) => status).sort()).toEqual(['draft', 'superseded']);
    });

    it('refuses what it lacks, and makes nothing', async () => {
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
      ]);
      demo.settings.set('ESTIO_AGENCY_NAME', '');
      await expect(generate()).rejects.toMatchObject({
        errorClass: 'NOT_CONFIGURED',
        help: { missingSettings: ['ESTIO_AGENCY_NAME'] },
      });
      expect(await inOrg((tx) => tx.repository(EstioContract).count({}))).toBe(1);
      expect(generateContract.input.safeParse({ dealId: 'd', format: 'docx' }).success).toBe(false);
    });

    it('says which letters a PDF cannot show', async () => {
      await inOrg((tx) =>
        tx.executeUnscoped(
          `UPDATE estio_contacts SET first_name = 'عمر' WHERE org_id = $1 AND id = 'contact-015'`,
          [demo.orgId],
        ),
      );
      await refusals(generate, [[{}, 'PRECONDITION_FAILED', /Latin letters/]]);
      await expect(generate({ format: 'markdown' })).resolves.toMatchObject({ version: 1 });
    });
  });

  describe('send_docusign', () => {
    let docusign: DocusignServer;
    beforeEach(async () => void (docusign = await DocusignServer.start({ token: 'bearer-1' })));
    afterEach(() => docusign.close());
    const send = (args: Record<string, unknown> = {}, context = {}) =>
      demo.run<SentForSignature>(sendDocusign, { contractId: 'contract-001', ...args }, context);
    const configure = () =>
      demo.settings
        .set('ESIGN_PROVIDER', 'docusign')
        .set('ESIGN_BASE_URL', docusign.url)
        .set('ESIGN_ACCOUNT_ID', 'account-1')
        .set('ESIGN_ACCESS_TOKEN', 'bearer-1');
    const contract = () => inOrg((tx) => tx.repository(EstioContract).findOne({ id: 'contract-001' }));

    it('names exactly the settings that are missing (E10)', async () => {
      await expect(send()).rejects.toMatchObject({
        errorClass: 'NOT_CONFIGURED',
        message: expect.stringContaining('ESIGN_BASE_URL'),
        help: {
          missingSettings: ['ESIGN_PROVIDER', 'ESIGN_BASE_URL', 'ESIGN_ACCOUNT_ID', 'ESIGN_ACCESS_TOKEN'],
        },
      });
      configure().delete('ESIGN_ACCOUNT_ID');
      await expect(send()).rejects.toMatchObject({ help: { missingSettings: ['ESIGN_ACCOUNT_ID'] } });
      configure().set('ESIGN_PROVIDER', 'fax');
      await expect(send()).rejects.toMatchObject({ help: { missingSettings: ['ESIGN_PROVIDER'] } });
      expect(await contract()).toMatchObject({ status: 'draft' });
    });

    it('sends the PDF to the parties in their order', async () => {
      configure();
      const sent = await send();
      expect(sent).toMatchObject({
        status: 'sent',
        providerEnvelopeId: docusign.envelopes[0]?.envelopeId,
        expiresAt: '2026-03-16T09:00:00.000Z',
      });
      expect(sent.signers.map(({ order }) => order)).toEqual([1, 2]);
      const [envelope] = docusign.envelopes;
      expect(envelope).toMatchObject({
        accountId: 'account-1',
        definition: { status: 'sent', documents: [{ fileExtension: 'pdf' }] },
      });
      expect(
        Buffer.from(envelope?.definition.documents[0]?.documentBase64 ?? '', 'base64').toString('latin1'),
      ).toMatch(/^%PDF-1\.4/);
      expect(envelope?.definition.recipients.signers.map(({ routingOrder }) => routingOrder)).toEqual([
        '1',
        '2',
      ]);
      expect(envelope?.definition.transactionId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(await contract()).toMatchObject({ status: 'sent' });
      await refusals(send, [[{}, 'CONFLICT', /already/]]);
    });

    it('makes one envelope of a call that is repeated', async () => {
      configure();
      const key = { idempotencyKey: 'turn-1:tool:1:0' };
      const write = () => Promise.reject(new Error('the database is away'));
      await expect(send({}, { ...key, write })).rejects.toThrow('away');
      await send({}, key);
      expect(docusign.envelopes).toHaveLength(1);
      expect(await inOrg((tx) => tx.repository(EstioSignatureRequest).count({}))).toBe(1);
    });

    it.each([
      [400, 'UPSTREAM_REJECTED'],
      [401, 'UPSTREAM_REJECTED'],
      [403, 'UPSTREAM_REJECTED'],
      [429, 'RATE_LIMITED'],
      [500, 'UPSTREAM_ERROR'],
      [502, 'UPSTREAM_UNAVAILABLE'],
      [503, 'UPSTREAM_UNAVAILABLE'],
      [504, 'UPSTREAM_UNAVAILABLE'],
    ] as const)('fails as the service does: %s', async (refuseWith, errorClass) => {
      configure();
      docusign.refuseWith = refuseWith;
      await expect(send()).rejects.toMatchObject({ errorClass });
      expect(await contract()).toMatchObject({ status: 'draft' });
    });

    it('fails with a connection that breaks', async () => {
      configure();
      docusign.refuseWith = 'reset';
      await expect(send()).rejects.toMatchObject({ toolErrorClass: 'UPSTREAM_UNAVAILABLE' });
    });

    it('refuses what cannot be signed', async () => {
      configure();
      await refusals(send, [[{ contractId: 'contract-999' }, 'NOT_FOUND', /contract-999/]]);
      await expect(demo.run(sendDocusign, {})).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
      await inOrg((tx) =>
        tx.executeUnscoped(`UPDATE estio_contracts SET format = 'markdown' WHERE org_id = $1`, [demo.orgId]),
      );
      await refusals(send, [[{}, 'PRECONDITION_FAILED', /not a PDF/]]);
      await inOrg((tx) =>
        tx.executeUnscoped(`UPDATE estio_contracts SET format = 'pdf' WHERE org_id = $1`, [demo.orgId]),
      );
      await inOrg((tx) =>
        tx.executeUnscoped('UPDATE estio_contacts SET email = NULL WHERE org_id = $1', [demo.orgId]),
      );
      await refusals(send, [[{}, 'PRECONDITION_FAILED', /e-mail address/]]);
      expect(docusign.requests).toBe(0);
      expect(sendDocusign.input.safeParse({ signers: [{ name: 'x', email: 'no' }] }).success).toBe(false);
    });

    const draft = (id: string, dealId: string, days: number) =>
      inOrg((tx) =>
        tx.executeUnscoped(
          `INSERT INTO estio_contracts (org_id, id, deal_id, contract_type, version, status, document_id, format, price, deposit,
             completion_date, created_at, updated_at)
           SELECT org_id, $2, $3, 'reservation_agreement', 10 + $4, 'draft', document_id, format, price, deposit, completion_date,
                  created_at + make_interval(days => $4), updated_at
             FROM estio_contracts WHERE org_id = $1 AND id = 'contract-001'`,
          [demo.orgId, id, dealId, days],
        ),
      );

    it.each([
      ['that is named', { dealId: 'deal-004' }, {}],
      ['that is the only one of the contact', {}, { contactId: 'contact-018' }],
    ])('takes the newest of two drafts of a deal %s', async (_, args, context) => {
      configure();
      await draft('contract-new', 'deal-004', 1);
      await draft('contract-old', 'deal-004', -1);
      await expect(demo.run<SentForSignature>(sendDocusign, args, context)).resolves.toMatchObject({
        contractId: 'contract-new',
      });
    });

    it('asks which one where drafts of two deals may be meant', async () => {
      configure();
      await inOrg((tx) =>
        tx.executeUnscoped(
          `INSERT INTO estio_deal_parties (org_id, deal_id, contact_id, role) VALUES ($1, 'deal-001', 'contact-018', 'buyer')`,
          [demo.orgId],
        ),
      );
      await draft('contract-new', 'deal-001', 1);
      await expect(demo.run(sendDocusign, {}, { contactId: 'contact-018' })).rejects.toMatchObject({
        errorClass: 'VALIDATION_FAILED',
        help: {
          suggestions: [expect.stringContaining('contract-new'), expect.stringContaining('contract-001')],
        },
      });
      expect(docusign.requests).toBe(0);
    });

    it('sends nothing to a signer who is named without an e-mail address', async () => {
      configure();
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

    describe('the only draft of the contact', () => {
      const sent = (messageText: string, args = {}) =>
        demo.run<SentForSignature>(sendDocusign, args, { contactId: 'contact-018', messageText });

      it('is not taken where somebody or something else is named', async () => {
        configure();
        for (const text of [
          'Send Nikos the contract for signature',
          "Send Priya's contract for signature",
          'Send the contract for signature to another buyer',
          'Send the contract of contact-017 for signature',
          'Send the contract of deal-003 for signature',
          'Send the agreement for prop-0112 for signature',
          'Send the contract for the flat in Nicosia for signature',
          'أرسل العقد لنيكوس للتوقيع',
          'أرسل عقد المشتري الآخر للتوقيع',
        ])
          expect([text, await sent(text).catch((error: unknown) => error)]).toMatchObject([
            text,
            {
              errorClass: 'VALIDATION_FAILED',
              help: { suggestions: [expect.stringContaining('contract-001')] },
            },
          ]);
        expect(docusign.requests).toBe(0);
        expect(await contract()).toMatchObject({ status: 'draft' });
      });

      it('is where all that is named is of its deal, or it is named itself', async () => {
        configure();
        for (const [text, args] of [
          ['Send the contract for signature'],
          ['Send Tomas the contract for signature'],
          ["Send Despina Neophytou's contract for signature by Friday"],
          ['Send the agreement for prop-0291 for signature'],
          ['Send the contract of deal-004 for signature'],
          ['Send the contract for the flat in Larnaca for signature'],
          ['Get the contract of contact-018 signed by the buyer'],
          ['أرسل العقد للتوقيع الإلكتروني'],
          ['Send Nikos contract-001', { contractId: 'contract-001' }],
        ] as const) {
          expect([text, await sent(text, args)]).toMatchObject([text, { contractId: 'contract-001' }]);
          await inOrg((tx) =>
            tx.executeUnscoped(`UPDATE estio_contracts SET status = 'draft' WHERE org_id = $1`, [demo.orgId]),
          );
        }
      });
    });

    it('takes signers who are named, and the draft of the contact', async () => {
      configure();
      const sent = await demo.run<SentForSignature>(
        sendDocusign,
        { signers: [{ name: 'Ann Lee', email: 'ann@example.com' }], expiresInDays: '7' },
        { contactId: 'contact-018' },
      );
      expect(sent).toMatchObject({
        contractId: 'contract-001',
        signers: [{ name: 'Ann Lee', maskedEmail: 'a***@example.com', order: 1 }],
      });
    });
  });
});
