import { createHmac } from 'node:crypto';
import { insertRow } from '#pack-kit';
import { EstioContract, EstioDeal, EstioSignatureRequest } from '../schema/entities/index.ts';
import { setContractStatus } from '../schema/contract.repository.ts';
import { agencyOrg } from '../testing/estio.fixture.ts';
import { esignWebhook } from './esign.webhook.ts';

const SECRET = 'hmac-key';

describe('the webhook of electronic signatures', () => {
  const demo = agencyOrg({ per: 'test' });
  beforeEach(async () => {
    await demo.inOrg(async (tx) => {
      const signer = { name: 'A', email: 'a@example.com', role: 'seller', order: 1, status: 'sent' } as const;
      const signers = [signer, { ...signer, name: 'B', role: 'buyer', order: 2 }];
      const now = demo.clock.now();
      await insertRow(tx, 'estio_signature_requests', {
        id: 's',
        contractId: 'contract-001',
        providerEnvelopeId: 'e-1',
        status: 'sent',
        signers,
        expiresAt: now,
        createdAt: now,
        updatedAt: now,
      });
      await setContractStatus(tx, 'contract-001', 'sent', now);
    });
  });

  const context = () => ({
    org: { id: demo.orgId, slug: 'demo' },
    settings: { get: () => SECRET },
    clock: demo.clock,
  });
  const requestOf = (json: unknown, headers: Record<string, string> = {}) => ({
    headers,
    body: Buffer.from(JSON.stringify(json)),
    json,
  });
  const tell = (event: string, data: Record<string, unknown> = {}) =>
    demo.inOrg((tx) =>
      esignWebhook.receive(tx, requestOf({ event, data: { envelopeId: 'e-1', ...data } }), context()),
    );
  const state = async () => ({
    request: (await demo.rows(EstioSignatureRequest, { id: 's' }))[0],
    contract: (await demo.rows(EstioContract, { id: 'contract-001' }))[0]?.status,
    deal: (await demo.rows(EstioDeal, { id: 'deal-004' }))[0]?.stage,
  });

  it('accepts only requests signed with the org’s key', () => {
    const request = requestOf({ event: 'x' });
    const signature = createHmac('sha256', SECRET).update(request.body).digest('base64');
    const signed = (value: string, settings = { get: (): string | undefined => SECRET }) =>
      esignWebhook.verify(
        { ...request, headers: { 'x-docusign-signature-1': value } },
        { ...context(), settings },
      );
    expect(signed(signature)).toBe(true);
    expect(signed('')).toBe(false);
    expect(signed(createHmac('sha256', 'other').update(request.body).digest('base64'))).toBe(false);
    expect(signed(signature, { get: () => undefined })).toBe(false);
    expect(esignWebhook.verify(request, context())).toBe(false);
  });

  it('marks a contract as signed after both signatures, despite repeated or late events', async () => {
    await tell('recipient-completed', { recipientId: '1' });
    expect(await state()).toMatchObject({
      contract: 'sent',
      request: { status: 'sent', signers: [{ status: 'signed' }, { status: 'sent' }] },
    });
    await tell('recipient-completed', { recipientId: '2' });
    await tell('envelope-completed');
    await tell('recipient-delivered', { recipientId: '1' });
    await tell('envelope-voided');
    expect(await state()).toMatchObject({
      contract: 'signed',
      deal: 'signed',
      request: { status: 'completed', signers: [{ status: 'signed' }, { status: 'signed' }] },
    });
  });

  it('lets a declined contract be sent again', async () => {
    await tell('envelope-declined', {
      envelopeSummary: {
        status: 'declined',
        recipients: { signers: [{ recipientId: '2', status: 'declined' }] },
      },
    });
    expect(await state()).toMatchObject({
      contract: 'draft',
      deal: 'contract',
      request: { status: 'declined', signers: [{}, { status: 'declined' }] },
    });
  });

  it('rejects unreadable events, and events of an unknown envelope', async () => {
    await expect(tell('envelope-completed', { envelopeId: 'e-2' })).rejects.toMatchObject({
      errorClass: 'NOT_FOUND',
    });
    await expect(tell('envelope-completed', { envelopeId: 7 })).rejects.toMatchObject({
      errorClass: 'VALIDATION_FAILED',
    });
  });
});
