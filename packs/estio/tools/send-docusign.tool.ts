import { z } from 'zod';
import {
  countText,
  defineTool,
  idText,
  insertRow,
  listOf,
  type OrgTransaction,
  plainText,
  preconditionFailed,
  type ToolContext,
  ToolError,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { contractOf, draftsOf, setContractStatus, type Contract } from '../schema/contract.repository.ts';
import { dealOf, partiesOf, type Deal, type Party } from '../schema/deal.repository.ts';
import { documentContent } from '../schema/document.repository.ts';
import type { EstioSignatureRequest } from '../schema/entities/index.ts';
import { eSignatureOf, type EnvelopeSigner } from '../integrations/docusign.ts';
import { maskEmail } from '../prompts/masking.ts';
import { rowId } from '../schema/row-id.ts';

const DAY_MS = 86_400_000;
const STANDARD_MESSAGE =
  'Please review and sign the contract. Ask us before you sign if anything is unclear.';

const signer = z.object({
  name: plainText('Full name.'),
  email: z
    .email()
    .max(254)
    .optional()
    .meta({ description: 'Omitted: the stored address.', maxLength: undefined }),
  role: plainText('Such as seller or buyer.', 50).default('signer'),
  order: countText({ min: 1, max: 20, description: 'Signing order, from 1.' }).optional(),
});
const input = z.object({
  contractId: idText('Such as contract-001. Omitted: the newest draft of the deal.').optional(),
  dealId: idText('Such as deal-001.').optional(),
  signers: listOf(signer, {
    min: 1,
    max: 6,
    description: 'Omitted: all parties, the seller first.',
  }).optional(),
  message: z.string().trim().min(1).max(500).optional().describe('Text for the signers.'),
  expiresInDays: countText({ min: 1, max: 60, description: 'Days until the request expires.' }).default(14),
});
type Input = z.infer<typeof input>;

const result = z.object({
  signatureRequestId: z.string(),
  contractId: z.string(),
  providerEnvelopeId: z.string(),
  status: z.literal('sent'),
  signers: z.array(
    z.object({ name: z.string(), maskedEmail: z.string(), order: z.number(), status: z.string() }),
  ),
  expiresAt: z.string(),
});
export type SentForSignature = z.infer<typeof result>;

export const sendDocusign = defineTool({
  name: 'send_docusign',
  description: 'Sends a finished contract draft (PDF) to its parties for electronic signature.',
  category: 'closing',
  capability: 'signature',
  input,
  result,
  whenToUse: [
    'A finished draft shall be signed.',
    'The user asks to send a contract for signature. إرسال الاتفاقية أو العقد ليوقع عليه الأطراف.',
  ],
  examples: [
    'Send it out for signature',
    'Get both parties to e-sign contract-001',
    'Have the buyer sign electronically within a week',
    'أرسل العقد للتوقيع الإلكتروني',
    'اطلب توقيع الطرفين على العقد',
  ],
  role: 'staff',
  sideEffect: 'external',
  outbound: { service: 'esign' },
  takesIdempotencyKey: true,
  intents: ['email', 'property'],
  async execute(given, context): Promise<SentForSignature> {
    const service = eSignatureOf(context);
    const { contract, deal, signers, document } = await context.read(async (tx) => {
      const found = await chosenContract(tx, given, context);
      checkSendable(found);
      const ofDeal = await dealOf(tx, found.dealId);
      return {
        contract: found,
        deal: ofDeal,
        signers: signersOf(given, await partiesOf(tx, found.dealId)),
        document: await documentContent(tx, found.documentId ?? ''),
      };
    });
    const { envelopeId } = await service.send({
      document,
      subject: `Please sign: ${deal.title}`,
      message: given.message ?? STANDARD_MESSAGE,
      signers,
      expiresInDays: given.expiresInDays,
      idempotencyKey: context.idempotencyKey,
    });
    return record({ contract, deal, signers, envelopeId, days: given.expiresInDays }, context);
  },
});

interface SentEnvelope {
  contract: Contract;
  deal: Deal;
  signers: EnvelopeSigner[];
  envelopeId: string;
  days: number;
}

function record({ contract, deal, signers, envelopeId, days }: SentEnvelope, context: ToolContext) {
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  return context.write(async (tx): Promise<SentForSignature> => {
    const requestId = rowId('signature');
    await insertRow<Omit<EstioSignatureRequest, 'orgId' | 'sample'>>(tx, 'estio_signature_requests', {
      id: requestId,
      contractId: contract.id,
      providerEnvelopeId: envelopeId,
      status: 'sent',
      signers: signers.map((who) => ({ ...who, status: 'sent' })),
      expiresAt,
      createdAt: now,
      updatedAt: now,
    });
    await setContractStatus(tx, contract.id, 'sent', now);
    await logActivity(tx, {
      contactId: deal.contactId,
      type: 'document',
      summary: `Contract ${contract.id} sent for signature`,
      dealId: deal.id,
      propertyId: deal.propertyId,
      by: context.caller.userId,
      now,
    });
    return {
      signatureRequestId: requestId,
      contractId: contract.id,
      providerEnvelopeId: envelopeId,
      status: 'sent',
      signers: signers.map(({ name, email, order }) => ({
        name,
        maskedEmail: maskEmail(email) ?? '',
        order,
        status: 'sent',
      })),
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/** The named contract, otherwise the newest draft of the deal. */
async function chosenContract(
  tx: OrgTransaction,
  { contractId, dealId }: Input,
  { contactId }: ToolContext,
): Promise<Contract> {
  if (contractId !== undefined) {
    const named = await contractOf(tx, contractId);
    if (dealId === undefined || named.dealId === dealId) return named;
    throw unclear(`${contractId} belongs to ${named.dealId}, not to ${dealId}.`);
  }
  if (dealId === undefined) {
    const drafts = contactId === undefined ? [] : await draftsOf(tx, { contactId });
    throw unclear('Say which contract is to be signed, or of which deal.', drafts.map(nameOf));
  }
  await dealOf(tx, dealId);
  const [newest] = await draftsOf(tx, { dealId });
  if (newest) return newest;
  throw preconditionFailed(`${dealId} has no draft of a contract; make one first.`, 'draft');
}

const nameOf = ({ id, contractType, dealId, version }: Contract) =>
  `${id} (${contractType.replaceAll('_', ' ')} of ${dealId}, version ${version})`;

function unclear(problem: string, suggestions: string[] = []): ToolError {
  return new ToolError('VALIDATION_FAILED', problem, {
    fields: [{ name: 'contractId', problem }],
    suggestions,
  });
}

function checkSendable({ id, status, format, documentId }: Contract): void {
  if (status === 'sent') throw new ToolError('CONFLICT', `${id} is out for signature already.`);
  if (status !== 'draft') throw preconditionFailed(`${id} is ${status}; only a draft can be sent.`);
  if (format !== 'pdf' || documentId === null)
    throw preconditionFailed(`${id} is not a PDF; make it as a PDF first.`, 'PDF');
}

/** The signers in order: as given, otherwise sellers before buyers. */
function signersOf({ signers }: Input, parties: readonly Party[]): EnvelopeSigner[] {
  const all = signers ?? parties.map(({ name, email, role }) => ({ name, email, role, order: undefined }));
  if (all.length === 0)
    throw preconditionFailed('There is nobody who could sign: the deal has no parties.', 'parties');
  const missing = all.filter(({ email }) => !email).map(({ role }) => `${role}.email`);
  if (missing.length > 0)
    throw preconditionFailed(
      `Not everybody who signs has an e-mail address: ${missing.join(', ')}.`,
      ...missing,
    );
  return all.map(({ name, email, role, order }, index) => ({
    name,
    email: email ?? '',
    role,
    order: order ?? index + 1,
  }));
}
