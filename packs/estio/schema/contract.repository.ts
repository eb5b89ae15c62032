import { columnsOf, insertRow, type OrgTransaction, ToolError, wordList } from '#pack-kit';
import { jsonbText } from '#text';
import type { ContractStatus, ContractType, EstioContract, EstioSignatureRequest } from './entities/index.ts';

const CONTRACT_FIELDS = wordList(
  'id dealId contractType version status documentId format',
) satisfies readonly (keyof EstioContract)[];
export type Contract = Pick<EstioContract, (typeof CONTRACT_FIELDS)[number]>;

const COLUMNS = columnsOf(CONTRACT_FIELDS);

/** @throws ToolError NOT_FOUND */
export async function contractOf(tx: OrgTransaction, id: string, { lock = false } = {}): Promise<Contract> {
  const [row] = await tx.query<Contract>(
    `SELECT ${COLUMNS} FROM estio_contracts WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no contract ${id}.`);
  return row;
}

/** The drafts of a deal, or of all deals of a contact, the newest first. */
export function draftsOf(
  tx: OrgTransaction,
  { dealId, contactId }: { dealId?: string | undefined; contactId?: string | undefined },
): Promise<Contract[]> {
  return tx.query<Contract>(
    `SELECT ${COLUMNS} FROM estio_contracts k
      WHERE k.org_id = $1 AND k.status = 'draft' AND k.deal_id = coalesce($2, k.deal_id)
        AND ($3::text IS NULL OR EXISTS
          (SELECT 1 FROM estio_deal_parties p WHERE p.org_id = $1 AND p.deal_id = k.deal_id AND p.contact_id = $3))
      ORDER BY k.created_at DESC, k.id`,
    [dealId ?? null, contactId ?? null],
  );
}

/** The number of the next contract of a type; the deal's row must be locked. */
export async function nextVersion(
  tx: OrgTransaction,
  dealId: string,
  contractType: ContractType,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `SELECT coalesce(max(version), 0)::int + 1 AS version FROM estio_contracts
      WHERE org_id = $1 AND deal_id = $2 AND contract_type = $3`,
    [dealId, contractType],
  );
  return row?.version ?? 1;
}

/** A new draft; earlier drafts of the type are superseded. */
export async function insertContract(
  tx: OrgTransaction,
  contract: Omit<EstioContract, 'orgId' | 'sample'>,
): Promise<void> {
  const { dealId, contractType, createdAt } = contract;
  await tx.query(
    `UPDATE estio_contracts SET status = 'superseded', updated_at = $4
      WHERE org_id = $1 AND deal_id = $2 AND contract_type = $3 AND status = 'draft'`,
    [dealId, contractType, createdAt],
  );
  await insertRow(tx, 'estio_contracts', contract);
}

export async function setContractStatus(
  tx: OrgTransaction,
  contractId: string,
  status: ContractStatus,
  now: Date,
): Promise<void> {
  await tx.query('UPDATE estio_contracts SET status = $3, updated_at = $4 WHERE org_id = $1 AND id = $2', [
    contractId,
    status,
    now,
  ]);
}

const REQUEST_FIELDS = [
  'id',
  'contractId',
  'status',
  'signers',
] as const satisfies readonly (keyof EstioSignatureRequest)[];
export type SignatureRequest = Pick<EstioSignatureRequest, (typeof REQUEST_FIELDS)[number]>;

/** The request of an envelope, locked until the transaction ends. */
export async function requestOfEnvelope(
  tx: OrgTransaction,
  envelopeId: string,
): Promise<SignatureRequest | undefined> {
  const [row] = await tx.query<SignatureRequest>(
    `SELECT ${columnsOf(REQUEST_FIELDS)} FROM estio_signature_requests
      WHERE org_id = $1 AND provider_envelope_id = $2 FOR UPDATE`,
    [envelopeId],
  );
  return row;
}

export async function updateRequest(
  tx: OrgTransaction,
  { id, status, signers }: Pick<SignatureRequest, 'id' | 'status' | 'signers'>,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE estio_signature_requests SET status = $3, signers = $4::jsonb, updated_at = $5
      WHERE org_id = $1 AND id = $2`,
    [id, status, jsonbText(signers), now],
  );
}
