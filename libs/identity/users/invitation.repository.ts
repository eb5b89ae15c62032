import { OrgTransaction, type PlatformTransaction, type Transaction } from '#database';
import type { Invitation } from './invitation.entity.ts';

/** An invitation without the hash of its token. */
export type InvitationView = Omit<Invitation, 'tokenHash'>;

/** An open invitation, as shown to the person who follows the link. */
export interface OpenInvitation extends InvitationView {
  orgName: string | null;
}

const COLUMNS = `i.id, i.org_id AS "orgId", i.user_id AS "userId", i.email, i.role, i.invited_by AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt", i.revoked_at AS "revokedAt"`;

export async function insertInvitation(
  tx: Transaction,
  invitation: Omit<Invitation, 'acceptedAt' | 'revokedAt'>,
): Promise<void> {
  await tx.executeUnscoped(
    `INSERT INTO invitations (id, org_id, user_id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      invitation.id,
      invitation.orgId,
      invitation.userId,
      invitation.email,
      invitation.role,
      invitation.tokenHash,
      invitation.invitedBy,
      invitation.createdAt,
      invitation.expiresAt,
    ],
  );
}

/** Revokes open invitations to this address: a second invitation replaces the first. */
export async function revokeOpenInvitations(
  tx: Transaction,
  orgId: string | null,
  email: string,
  at: Date,
): Promise<void> {
  await tx.executeUnscoped(
    `UPDATE invitations SET revoked_at = $3
      WHERE org_id IS NOT DISTINCT FROM $1::uuid AND email = $2 AND accepted_at IS NULL AND revoked_at IS NULL`,
    [orgId, email, at],
  );
}

/** @returns the revoked invitation; undefined if the transaction can see no open invitation with this id. */
export async function revokeInvitation(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<InvitationView | undefined> {
  const [row] = await tx.queryUnscoped<InvitationView>(
    `UPDATE invitations i SET revoked_at = $2
      WHERE i.id = $1 AND ($3::uuid IS NULL OR i.org_id = $3) AND i.accepted_at IS NULL AND i.revoked_at IS NULL
      RETURNING ${COLUMNS}`,
    [id, at, tx instanceof OrgTransaction ? tx.orgId : null],
  );
  return row;
}

/** The open invitation with this token, locked until the transaction ends. */
export async function findOpenInvitation(
  tx: PlatformTransaction,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const [row] = await tx.query<OpenInvitation>(
    `SELECT ${COLUMNS}, o.name AS "orgName"
       FROM invitations i LEFT JOIN orgs o ON o.id = i.org_id
      WHERE i.token_hash = $1 AND i.expires_at > $2 AND i.accepted_at IS NULL AND i.revoked_at IS NULL
        FOR UPDATE OF i`,
    [tokenHash, now],
  );
  return row;
}

export async function setAccepted(tx: PlatformTransaction, id: string, at: Date): Promise<void> {
  await tx.execute('UPDATE invitations SET accepted_at = $2 WHERE id = $1', [id, at]);
}
