import type { Clock } from '#config';
import type { OrgTransaction } from '#database';
import { Contact } from './contact.entity.ts';

const COLUMNS = `org_id AS "orgId", id, name, language, created_at AS "createdAt"`;

/** The people who write to an org. */
export class ContactService {
  constructor(private readonly clock: Clock) {}

  /**
   * The contact of that id, created by its first message. A name or language that is not known yet is filled in; a
   * known one stays.
   *
   * @param id the caller's own text, 1 to 128 characters.
   * @returns `created` is true for exactly one of several that arrive at the same moment.
   */
  async ensure(
    tx: OrgTransaction,
    id: string,
    name?: string | null,
    language?: string | null,
  ): Promise<{ contact: Contact; created: boolean }> {
    const known = await this.byId(tx, id);
    if (known) return { contact: await fillGaps(tx, known, name, language), created: false };
    const [inserted] = await tx.query<Contact>(
      `INSERT INTO contacts (org_id, id, name, language, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (org_id, id) DO NOTHING RETURNING ${COLUMNS}`,
      [id, name ?? null, language ?? null, this.clock.now()],
    );
    if (inserted) return { contact: inserted, created: true };
    const other = await this.byId(tx, id);
    if (!other) throw new Error(`Contact ${id} was deleted at the moment of its creation`);
    return { contact: await fillGaps(tx, other, name, language), created: false };
  }

  async byId(tx: OrgTransaction, id: string): Promise<Contact | null> {
    const rows = await tx.query<Contact>(`SELECT ${COLUMNS} FROM contacts WHERE org_id = $1 AND id = $2`, [
      id,
    ]);
    return rows[0] ?? null;
  }

  /** Part of an erasure. @returns whether there was one. */
  async remove(tx: OrgTransaction, id: string): Promise<boolean> {
    return (await tx.execute('DELETE FROM contacts WHERE org_id = $1 AND id = $2', [id])) > 0;
  }
}

async function fillGaps(
  tx: OrgTransaction,
  contact: Contact,
  name: string | null | undefined,
  language: string | null | undefined,
): Promise<Contact> {
  const filled = {
    ...contact,
    name: contact.name ?? name ?? null,
    language: contact.language ?? language ?? null,
  };
  if (filled.name !== contact.name || filled.language !== contact.language) {
    await tx.execute(
      `UPDATE contacts SET name = coalesce(name, $3), language = coalesce(language, $4) WHERE org_id = $1 AND id = $2`,
      [contact.id, filled.name, filled.language],
    );
  }
  return filled;
}
