import { insertMissing, type OrgTransaction, type SeedContext } from '#pack-kit';
import { contractDocument } from '../tools/documents/contract-document.ts';
import { dealOf, partiesOf, type Party } from '../schema/deal.repository.ts';
import { keepDocument, renderDocument } from '../schema/document.repository.ts';
import { propertyOf } from '../schema/property.read-model.ts';
import { daysBefore } from './demo-contacts.ts';
import { stableId } from './demo-insights.ts';
import { demoOrg } from './demo-org.ts';

const CONTRACT = 'contract-001';
const DEAL = 'deal-004';

/** The one demo contract: a PDF draft of the deal in the stage contract. */
export async function seedContract(tx: OrgTransaction, { orgId, anchor }: SeedContext): Promise<void> {
  const known = await tx.query('SELECT 1 FROM estio_contracts WHERE org_id = $1 AND id = $2', [CONTRACT]);
  const deals = await tx.query('SELECT 1 FROM estio_deals WHERE org_id = $1 AND id = $2', [DEAL]);
  if (known.length > 0 || deals.length === 0) return;
  const deal = await dealOf(tx, DEAL);
  const price = deal.agreedPrice ?? deal.value;
  const deposit = Math.round(price / 10);
  const createdAt = daysBefore(anchor, 2);
  const parties = (await partiesOf(tx, DEAL)).map(asOnFile);
  const content = renderDocument(
    contractDocument({
      contractType: 'sale_agreement',
      version: 1,
      dealId: DEAL,
      agreementDate: createdAt.toISOString().slice(0, 10),
      completionDate: deal.expectedCloseDate ?? '',
      parties,
      property: await propertyOf(tx, deal.propertyId),
      price,
      deposit,
      conditions: ['Furniture stays'],
      offerValidUntil: null,
      agency: {
        name: demoOrg.settings['ESTIO_AGENCY_NAME'] ?? '',
        license: demoOrg.settings['ESTIO_AGENCY_LICENSE'] ?? '',
        address: demoOrg.settings['ESTIO_AGENCY_ADDRESS'] ?? '',
        commissionPct: 5,
      },
    }),
    'pdf',
  );
  const { documentId } = await keepDocument(
    tx,
    { now: () => createdAt },
    {
      id: stableId(`${orgId}/estio/document/${CONTRACT}`),
      name: 'sale_agreement-deal-004-v1',
      content,
      format: 'pdf',
      place: `contract:${CONTRACT}`,
      contactIds: parties.map(({ contactId }) => contactId),
    },
  );
  await insertMissing(tx, 'estio_contracts', [
    {
      id: CONTRACT,
      dealId: DEAL,
      contractType: 'sale_agreement',
      version: 1,
      status: 'draft',
      documentId,
      format: 'pdf',
      price,
      deposit,
      completionDate: deal.expectedCloseDate,
      sample: true,
      createdAt,
      updatedAt: createdAt,
    },
  ]);
}

/** The buyer of the demo deal has no phone, and the form states that. */
function asOnFile(party: Party): Party {
  return { ...party, phone: party.phone ?? 'not given' };
}
