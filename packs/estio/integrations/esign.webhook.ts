import { z } from 'zod';
import {
  type OrgTransaction,
  isSignedWith,
  ToolError,
  type PackWebhook,
  type WebhookRequest,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import {
  contractOf,
  requestOfEnvelope,
  setContractStatus,
  updateRequest,
  type SignatureRequest,
} from '../schema/contract.repository.ts';
import { dealOf, moveDeal } from '../schema/deal.repository.ts';
import type { SignatureStatus, Signer } from '../schema/entities/index.ts';

const signerStatus = z.object({ recipientId: z.string(), status: z.string() });
/** An event of DocuSign Connect in the format "JSON SIM". */
const connectEvent = z.object({
  event: z.string(),
  data: z.object({
    envelopeId: z.string().min(1),
    recipientId: z.string().optional(),
    envelopeSummary: z
      .object({
        status: z.string().optional(),
        recipients: z.object({ signers: z.array(signerStatus).optional() }).optional(),
      })
      .optional(),
  }),
});
type ConnectEvent = z.infer<typeof connectEvent>;

/** One header for each active key of the account: `x-docusign-signature-1`, `-2` … */
const SIGNATURE_HEADER = /^x-docusign-signature-\d+$/;

/** Receives events of DocuSign Connect. Events come late, twice and in any order; none revokes a signature. */
export const esignWebhook: PackWebhook = {
  name: 'esign',
  description: 'Events of envelopes from DocuSign Connect (JSON, HMAC).',
  verify: (request, { settings }) => isSigned(request, settings.get('ESIGN_WEBHOOK_SECRET')),
  receive: async (tx, { json }, { clock }) => {
    const event = connectEvent.safeParse(json);
    if (!event.success)
      throw new ToolError(
        'VALIDATION_FAILED',
        `This is not an event of an envelope: ${event.error.issues[0]?.path.join('.')}.`,
      );
    const { envelopeId } = event.data.data;
    const request = await requestOfEnvelope(tx, envelopeId);
    // The event may arrive before the request is stored; DocuSign then posts it again.
    if (!request) throw new ToolError('NOT_FOUND', `There is no envelope ${envelopeId}.`);
    await apply(tx, request, event.data, clock.now());
  },
};

function isSigned({ headers, body }: WebhookRequest, secret: string | undefined): boolean {
  return Object.entries(headers).some(
    ([name, value]) => SIGNATURE_HEADER.test(name) && isSignedWith(secret, body, value),
  );
}

async function apply(
  tx: OrgTransaction,
  request: SignatureRequest,
  event: ConnectEvent,
  now: Date,
): Promise<void> {
  const signers = request.signers.map((signer, index) =>
    advanced(signer, statusOf(event, String(index + 1))),
  );
  const status = statusAfter(request, event, signers);
  await updateRequest(tx, { id: request.id, status, signers }, now);
  if (status === request.status) return;
  const contract = await contractOf(tx, request.contractId, { lock: true });
  const deal = await dealOf(tx, contract.dealId, { lock: true });
  const signed = status === 'completed';
  // A contract that was declined may be sent again.
  if (contract.status === 'sent') await setContractStatus(tx, contract.id, signed ? 'signed' : 'draft', now);
  if (signed && (deal.stage === 'contract' || deal.stage === 'offer_accepted'))
    await moveDeal(tx, deal.id, 'signed', { by: undefined, now });
  await logActivity(tx, {
    contactId: deal.contactId,
    type: 'document',
    summary: `Contract ${contract.id} ${signed ? 'signed by all parties' : status}`,
    outcome: signed ? 'positive' : 'negative',
    dealId: deal.id,
    propertyId: deal.propertyId,
    by: undefined,
    now,
  });
}

const RANK: Record<Signer['status'], number> = { sent: 0, delivered: 1, declined: 2, signed: 2 };

function advanced(signer: Signer, status: Signer['status'] | undefined): Signer {
  return status !== undefined && RANK[status] > RANK[signer.status] ? { ...signer, status } : signer;
}

/** The recipient of the event, from the envelope summary or the event itself. */
function statusOf({ event, data }: ConnectEvent, recipientId: string): Signer['status'] | undefined {
  const listed = data.envelopeSummary?.recipients?.signers?.find(
    (signer) => signer.recipientId === recipientId,
  );
  if (listed) return signerStatusOf(listed.status);
  if (event === 'envelope-completed') return 'signed';
  if (data.recipientId !== recipientId || !event.startsWith('recipient-')) return undefined;
  return signerStatusOf(event.slice('recipient-'.length));
}

function signerStatusOf(said: string): Signer['status'] | undefined {
  switch (said) {
    case 'completed':
    case 'signed':
      return 'signed';
    case 'declined':
      return 'declined';
    case 'delivered':
      return 'delivered';
    default:
      return undefined;
  }
}

/** The status of the request after the event. A final status stays. */
function statusAfter(
  { status }: SignatureRequest,
  { event, data }: ConnectEvent,
  signers: readonly Signer[],
): SignatureStatus {
  if (status !== 'sent') return status;
  const said = data.envelopeSummary?.status;
  if (event === 'envelope-completed' || said === 'completed') return 'completed';
  if (event === 'envelope-declined' || said === 'declined') return 'declined';
  if (event === 'envelope-voided' || said === 'voided') return 'voided';
  return signers.length > 0 && signers.every((signer) => signer.status === 'signed') ? 'completed' : 'sent';
}
