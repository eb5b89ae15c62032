import { z } from 'zod';
import { dayIn, dayAfter } from '#text';
import {
  defineTool,
  enumWithSynonyms,
  idText,
  invalidArgument,
  isoDate,
  listOf,
  moneyText,
  notConfigured,
  numberSetting,
  type OrgTransaction,
  preconditionFailed,
  type ToolContext,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import {
  contractDocument,
  filledFields,
  missingFacts,
  type ContractFacts,
} from './documents/contract-document.ts';
import { insertContract, nextVersion } from '../schema/contract.repository.ts';
import { dealOf, moveDeal, partiesOf, type Deal } from '../schema/deal.repository.ts';
import { keepDocument, renderDocument } from '../schema/document.repository.ts';
import type { ContractType, DealStage } from '../schema/entities/index.ts';
import { offersOf } from '../schema/offer.repository.ts';
import { propertyOf } from '../schema/property.read-model.ts';
import { rowId } from '../schema/row-id.ts';
import { dealRole } from '../schema/value-words.ts';
import { formatArgument } from './shared/arguments.ts';

/** The stages in which a contract can be made. */
const CONTRACT_STAGES: readonly DealStage[] = ['offer_accepted', 'contract'];
const USUAL_DAYS = 60;
const USUAL_DEPOSIT_SHARE = 0.1;
const USUAL_RESERVATION_EUR = 5_000;
const USUAL_COMMISSION_PCT = 5;

const input = z.object({
  dealId: idText('Such as deal-001. Not named: the one discussed last.'),
  contractType: enumWithSynonyms(
    {
      reservation_agreement: ['reservation', 'reservation form', 'حجز'],
      sale_agreement: ['sale agreement', 'sale', 'عقد البيع', 'عقد بيع'],
      rental_agreement: ['lease', 'rental agreement', 'rental', 'عقد الإيجار', 'عقد إيجار'],
    },
    { description: 'Omitted: by the type of the deal.' },
  ).optional(),
  depositAmount: moneyText({ min: 0, description: 'Deposit in EUR. Omitted: the usual deposit.' }).optional(),
  completionDate: isoDate({
    description: 'Completion, or start of the lease. Omitted: the expected close of the deal.',
  }).optional(),
  specialConditions: listOf(z.string().trim().min(1).max(500), {
    max: 15,
    description: 'Conditions in addition to those of the accepted offer, one sentence each.',
  }).default([]),
  format: formatArgument(),
});
type Input = z.infer<typeof input>;

const result = z.object({
  contractId: z.string(),
  documentId: z.string(),
  url: z.string(),
  format: z.enum(['pdf', 'markdown']),
  version: z.number(),
  status: z.literal('draft'),
  contractType: z.enum(['reservation_agreement', 'sale_agreement', 'rental_agreement']),
  price: z.number(),
  deposit: z.number(),
  balance: z.number(),
  completionDate: z.string(),
  parties: z.array(z.object({ role: dealRole, name: z.string() })),
  filledFields: z.number(),
});
export type GeneratedContract = z.infer<typeof result>;

export const generateContract = defineTool({
  name: 'generate_contract',
  description:
    'Makes the contract papers of an agreed deal as a PDF or Markdown draft, filled from stored facts: reservation, sale or rental agreement.',
  category: 'closing',
  capability: 'document',
  input,
  result,
  whenToUse: [
    'Both sides agreed and the paperwork is asked for: contract, agreement, lease, reservation form.',
  ],
  examples: [
    'Draw up the sale agreement for deal-001',
    'We need a reservation form with a 3,000 deposit',
    'Get the lease ready with a no-pets condition',
    'جهز عقد البيع للصفقة deal-001',
    'أعد عقد الإيجار بصيغة PDF',
  ],
  role: 'staff',
  sideEffect: 'write',
  intents: ['property', 'content'],
  async execute(given, context): Promise<GeneratedContract> {
    const agency = agencyOf(context);
    const now = context.clock.now();
    return context.write(async (tx) => {
      const deal = await dealOf(tx, given.dealId, { lock: true });
      const facts = await factsOf(tx, deal, { given, agency }, context);
      const document = contractDocument(facts);
      const contractId = rowId('contract');
      const kept = await keepDocument(tx, context.clock, {
        name: `${facts.contractType}-${deal.id}-v${facts.version}`,
        content: renderDocument(document, given.format),
        format: given.format,
        place: `contract:${contractId}`,
        contactIds: facts.parties.map(({ contactId }) => contactId),
      });
      const { contractType, version, price, deposit, completionDate, parties } = facts;
      const { documentId } = kept;
      await insertContract(tx, {
        id: contractId,
        dealId: deal.id,
        contractType,
        version,
        status: 'draft',
        documentId,
        format: given.format,
        price,
        deposit,
        completionDate,
        createdAt: now,
        updatedAt: now,
      });
      await moveDeal(tx, deal.id, 'contract', { by: context.caller.userId, now });
      await logActivity(tx, {
        contactId: deal.contactId,
        type: 'document',
        summary: `Draft of the ${contractType.replace('_', ' ')}, version ${version}`,
        dealId: deal.id,
        propertyId: deal.propertyId,
        by: context.caller.userId,
        now,
      });
      return {
        contractId,
        ...kept,
        format: given.format,
        version,
        status: 'draft',
        contractType,
        price,
        deposit,
        balance: price - deposit,
        completionDate,
        parties: parties.map(({ role, name }) => ({ role, name })),
        filledFields: filledFields(document),
      };
    });
  },
});

function agencyOf({ settings }: ToolContext): ContractFacts['agency'] {
  const name = settings.get('ESTIO_AGENCY_NAME');
  if (!name)
    throw notConfigured('The agency has no name for contracts: set ESTIO_AGENCY_NAME.', 'ESTIO_AGENCY_NAME');
  return {
    name,
    license: settings.get('ESTIO_AGENCY_LICENSE') ?? '',
    address: settings.get('ESTIO_AGENCY_ADDRESS') ?? '',
    commissionPct: numberSetting(settings, 'ESTIO_COMMISSION_PCT', USUAL_COMMISSION_PCT),
  };
}

async function factsOf(
  tx: OrgTransaction,
  deal: Deal,
  { given, agency }: { given: Input; agency: ContractFacts['agency'] },
  { clock, timezone, settings }: ToolContext,
): Promise<ContractFacts> {
  const today = dayIn(timezone, clock.now());
  if (!CONTRACT_STAGES.includes(deal.stage))
    throw preconditionFailed(
      `${deal.id} is in stage ${deal.stage}; a contract needs an accepted offer.`,
      'accepted offer',
    );
  const parties = await partiesOf(tx, deal.id);
  const property = await propertyOf(tx, deal.propertyId);
  const missing = missingFacts(parties, property, deal.dealType);
  if (missing.length > 0)
    throw preconditionFailed(`The contract of ${deal.id} lacks facts: ${missing.join(', ')}.`, ...missing);
  const contractType =
    given.contractType ?? (deal.dealType === 'sale' ? 'sale_agreement' : 'rental_agreement');
  if (
    (contractType === 'rental_agreement') !== (deal.dealType === 'rent') &&
    contractType !== 'reservation_agreement'
  )
    throw preconditionFailed(`${deal.id} is a ${deal.dealType}; that kind of contract does not fit.`);
  const accepted = (await offersOf(tx, deal.id)).find(({ status }) => status === 'accepted');
  const price = accepted?.amount ?? deal.agreedPrice ?? deal.value;
  const deposit = Math.round(given.depositAmount ?? usualDeposit(contractType, price, settings));
  if (deposit > price)
    throw invalidArgument('depositAmount', `expected at most the price, ${price}, found ${deposit}`);
  const expected =
    deal.expectedCloseDate !== null && deal.expectedCloseDate > today ? deal.expectedCloseDate : undefined;
  const completionDate = given.completionDate ?? expected ?? dayAfter(today, USUAL_DAYS);
  if (completionDate <= today)
    throw invalidArgument('completionDate', `expected a day after ${today}, found ${completionDate}`);
  return {
    contractType,
    version: await nextVersion(tx, deal.id, contractType),
    dealId: deal.id,
    agreementDate: today,
    completionDate,
    parties,
    property,
    price,
    deposit,
    conditions: [...(accepted?.conditions ?? []), ...given.specialConditions],
    offerValidUntil: accepted ? dayIn(timezone, accepted.validUntil) : null,
    agency,
  };
}

function usualDeposit(type: ContractType, price: number, settings: ToolContext['settings']): number {
  if (type === 'rental_agreement') return price;
  if (type === 'sale_agreement') return price * USUAL_DEPOSIT_SHARE;
  return Math.min(price, numberSetting(settings, 'ESTIO_RESERVATION_DEPOSIT_EUR', USUAL_RESERVATION_EUR));
}
