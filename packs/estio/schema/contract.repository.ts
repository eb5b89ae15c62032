import { type OrgTransaction, ToolError } from '#pack-kit';
import { jsonbText } from '#text';
import type { ContractStatus, ContractType, SignatureStatus, Signer } from './entities/index.ts';

/** A contract. Amounts are whole euro. */
export interface Contract {
  id: string;
  dealId: string;
  contractType: ContractType;
  version: number;
  status: ContractStatus;
  documentId: string | null;
  format: 'pdf' | 'markdown';
  price: number;
  deposit: number;
  completionDate: string | null;
}

const COLUMNS = `id, deal_id AS "dealId", contract_type AS "contractType", version, status, document_id AS "documentId",
  format, price, deposit, completion_date::text AS "completionDate"`;

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
export async function insertContract(tx: OrgTransaction, contract: Contract, now: Date): Promise<void> {
  const { id, dealId, contractType, version, documentId, format, price, deposit, completionDate } = contract;
  await tx.query(
    `UPDATE estio_contracts SET status = 'superseded', updated_at = $4
      WHERE org_id = $1 AND deal_id = $2 AND contract_type = $3 AND status = 'draft'`,
    [dealId, contractType, now],
  );
  await tx.query(
    `INSERT INTO estio_contracts (org_id, id, deal_id, contract_type, version, status, document_id, format, price, deposit,
       completion_date, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'draft', $6, $7, $8, $9, $10, $11, $11)`,
    [id, dealId, contractType, version, documentId, format, price, deposit, completionDate, now],
  );
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

export interface SignatureRequest {
  id: string;
  contractId: string;
  providerEnvelopeId: string;
  status: SignatureStatus;
  signers: Signer[];
  expiresAt: Date;
}

export async function insertSignatureRequest(
  tx: OrgTransaction,
  request: SignatureRequest,
  now: Date,
): Promise<void> {
  const { id, contractId, providerEnvelopeId, status, signers, expiresAt } = request;
  await tx.query(
    `INSERT INTO estio_signature_requests (org_id, id, contract_id, provider_envelope_id, status, signers, expires_at,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $8)`,
    [id, contractId, providerEnvelopeId, status, jsonbText(signers), expiresAt, now],
  );
}

/** The request of an envelope, locked until the transaction ends. */
export async function requestOfEnvelope(
  tx: OrgTransaction,
  envelopeId: string,
): Promise<SignatureRequest | undefined> {
  const [row] = await tx.query<SignatureRequest>(
    `SELECT id, contract_id AS "contractId", provider_envelope_id AS "providerEnvelopeId", status, signers,
            expires_at AS "expiresAt"
       FROM estio_signature_requests WHERE org_id = $1 AND provider_envelope_id = $2 FOR UPDATE`,
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
