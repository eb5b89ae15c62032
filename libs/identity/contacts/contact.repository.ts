import { TurnpikeError } from '#contracts';
import { sqlStateOf, type OrgTransaction } from '#database';
import type { Contact } from './contact.entity.ts';

/** A contact without its erasure mark. */
export type KnownContact = Omit<Contact, 'erasingUntil'>;

const COLUMNS = `org_id AS "orgId", id, name, language, created_at AS "createdAt"`;

/** Creates the contact if it does not exist. @returns the contact; undefined if another transaction has just created it. */
export function ensureContact(
  tx: OrgTransaction,
  contact: Omit<KnownContact, 'orgId'>,
): Promise<KnownContact | undefined> {
  return tx.first<KnownContact>(
    `WITH created AS (
       INSERT INTO contacts (org_id, id, name, language, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (org_id, id) DO NOTHING RETURNING *
     )
     SELECT ${COLUMNS} FROM (SELECT * FROM created UNION ALL SELECT * FROM contacts WHERE org_id = $1 AND id = $2) known`,
    [contact.id, contact.name, contact.language, contact.createdAt],
  );
}

export async function findContact(tx: OrgTransaction, id: string): Promise<KnownContact | null> {
  const [contact] = await tx.query<KnownContact>(
    `SELECT ${COLUMNS} FROM contacts WHERE org_id = $1 AND id = $2`,
    [id],
  );
  return contact ?? null;
}

/** @returns whether the contact existed. */
export async function deleteContact(tx: OrgTransaction, id: string): Promise<boolean> {
  return (await tx.execute('DELETE FROM contacts WHERE org_id = $1 AND id = $2', [id])) > 0;
}

/** Marks the contact as being erased. Waits for transactions that are accepting messages of the contact. */
export async function markErasing(tx: OrgTransaction, id: string, until: Date): Promise<void> {
  await tx.execute('UPDATE contacts SET erasing_until = $3 WHERE org_id = $1 AND id = $2', [id, until]);
}

/**
 * Moves the end of an erasure mark, or removes the mark if `null` is passed. Has no effect if another erasure has replaced
 * the mark.
 */
export async function moveErasing(
  tx: OrgTransaction,
  id: string,
  { from, to }: { from: Date; to: Date | null },
): Promise<void> {
  await tx.execute(
    'UPDATE contacts SET erasing_until = $4 WHERE org_id = $1 AND id = $2 AND erasing_until = $3',
    [id, from, to],
  );
}

const ERASING = 'TP006';

/**
 * Fails if the contact is being erased. No erasure can start before the transaction ends. The statement is sent at once.
 *
 * @throws TurnpikeError CONTACT_BEING_ERASED; `tx` must then be rolled back.
 */
export async function refuseErasing(tx: OrgTransaction, id: string, now: Date): Promise<void> {
  try {
    await tx.query(
      `WITH held AS (SELECT erasing_until FROM contacts WHERE org_id = $1 AND id = $2 FOR SHARE)
       SELECT refuse('${ERASING}', 'the contact is being erased') FROM held WHERE erasing_until > $3`,
      [id, now],
    );
  } catch (error) {
    throw sqlStateOf(error) === ERASING
      ? new TurnpikeError('This contact is being erased; send it again when that has ended.', {
          code: 'CONTACT_BEING_ERASED',
          kind: 'conflict',
          retry: 'retry',
          retryAfterMs: 5_000,
        })
      : error;
  }
}
