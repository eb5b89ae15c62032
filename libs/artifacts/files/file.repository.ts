import type { PlatformTransaction } from '#database';
import type { OrgTransaction } from '#pack-kit';
import type { StoredFile } from './file.entity.ts';
import type { FileUse } from './file-use.entity.ts';

const COLUMNS = `f.id, f.name, f.media_type AS "mediaType", f.bytes, f.sha256, f.origin, f.created_at AS "createdAt"`;

export type FileRow = Omit<StoredFile, 'orgId'>;
/** The key of the parts of a content: its hash or, until that is known, one of their own. */
export type PartsKey = Pick<FileRow, 'sha256' | 'createdAt'>;
export type NewFileUse = Omit<FileUse, 'orgId' | 'createdAt'>;

export class FileRepository {
  constructor(private readonly tx: OrgTransaction) {}

  async insertPart({ sha256, createdAt }: PartsKey, part: number, content: Uint8Array): Promise<void> {
    await this.tx.execute(
      'INSERT INTO file_parts (org_id, sha256, part, content, created_at) VALUES ($1, $2, $3, $4, $5)',
      [sha256, part, content, createdAt],
    );
  }

  /** Gives the parts under `key` to the content, unless it has all of its own. After {@link insert}, which locks the content. */
  async assignParts(key: string, sha256: string, parts: number): Promise<void> {
    const own = await this.tx.query('SELECT part FROM file_parts WHERE org_id = $1 AND sha256 = $2', [
      sha256,
    ]);
    await this.removeParts(own.length === parts ? key : sha256);
    await this.tx.execute('UPDATE file_parts SET sha256 = $3 WHERE org_id = $1 AND sha256 = $2', [
      key,
      sha256,
    ]);
  }

  async removeParts(sha256: string): Promise<void> {
    await this.tx.execute('DELETE FROM file_parts WHERE org_id = $1 AND sha256 = $2', [sha256]);
  }

  /**
   * Stores a file, and its content if the org does not have it.
   *
   * @param content null if it is stored in parts.
   * @returns false if another file has the same origin.
   */
  async insert(file: FileRow, content: Uint8Array | null): Promise<boolean> {
    // The update only locks the content, so that a concurrent removal of unused contents waits and then sees this file.
    await this.tx.execute(
      `INSERT INTO file_contents (org_id, sha256, content) VALUES ($1, $2, $3)
       ON CONFLICT (org_id, sha256) DO UPDATE SET sha256 = excluded.sha256`,
      [file.sha256, content],
    );
    const inserted = await this.tx.execute(
      `INSERT INTO files (org_id, id, name, media_type, bytes, sha256, origin, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (org_id, origin) WHERE origin IS NOT NULL DO NOTHING`,
      [file.id, file.name, file.mediaType, file.bytes, file.sha256, file.origin, file.createdAt],
    );
    return inserted > 0;
  }

  async find(id: string): Promise<FileRow | undefined> {
    const rows = await this.tx.query<FileRow>(
      `SELECT ${COLUMNS} FROM files f WHERE f.org_id = $1 AND f.id = $2`,
      [id],
    );
    return rows[0];
  }

  async findByOrigin(origin: string): Promise<FileRow | undefined> {
    const rows = await this.tx.query<FileRow>(
      `SELECT ${COLUMNS} FROM files f WHERE f.org_id = $1 AND f.origin = $2`,
      [origin],
    );
    return rows[0];
  }

  /** Files by id. Ids that the org does not have are omitted. */
  findAll(ids: string[]): Promise<FileRow[]> {
    return this.tx.query<FileRow>(`SELECT ${COLUMNS} FROM files f WHERE f.org_id = $1 AND f.id = ANY($2)`, [
      ids,
    ]);
  }

  async content(
    sha256: string,
  ): Promise<{ content: Buffer; text: string | null; textProblem: string | null } | undefined> {
    const rows = await this.tx.query<{ content: Buffer; text: string | null; textProblem: string | null }>(
      `SELECT coalesce(content, (
                SELECT string_agg(p.content, '' ORDER BY p.part) FROM file_parts p WHERE p.org_id = $1 AND p.sha256 = $2)) AS content,
              text, text_problem AS "textProblem" FROM file_contents WHERE org_id = $1 AND sha256 = $2`,
      [sha256],
    );
    return rows[0];
  }

  async keepText(sha256: string, text: string | null, problem: string | null): Promise<void> {
    await this.tx.execute(
      'UPDATE file_contents SET text = $3, text_problem = $4 WHERE org_id = $1 AND sha256 = $2',
      [sha256, text, problem],
    );
  }

  /** Adds a use of a file. Idempotent. */
  async use({ fileId, place, contactId }: NewFileUse, at: Date): Promise<void> {
    await this.tx.execute(
      `INSERT INTO file_uses (org_id, file_id, place, contact_id, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (org_id, file_id, place) DO NOTHING`,
      [fileId, place, contactId, at],
    );
  }

  /** Ends all uses at a place. @returns the ids of the files that were used there. */
  async endUse(place: string): Promise<string[]> {
    const ended = await this.tx.query<{ fileId: string }>(
      'DELETE FROM file_uses WHERE org_id = $1 AND place = $2 RETURNING file_id AS "fileId"',
      [place],
    );
    return ended.map(({ fileId }) => fileId);
  }

  /** Files in messages and shared contexts of the contact. */
  ofContact(contactId: string, limit: number): Promise<FileRow[]> {
    return this.tx.query<FileRow>(
      `SELECT ${COLUMNS} FROM files f
        WHERE f.org_id = $1 AND f.id IN (SELECT file_id FROM file_uses WHERE org_id = $1 AND contact_id = $2)
        ORDER BY f.created_at, f.id LIMIT $3`,
      [contactId, limit],
    );
  }

  async forgetContact(contactId: string, fileIds: string[]): Promise<number> {
    return this.tx.execute(
      'DELETE FROM file_uses WHERE org_id = $1 AND contact_id = $2 AND file_id = ANY($3)',
      [contactId, fileIds],
    );
  }

  /** Files older than `before` without a use: never used, or all uses have ended. */
  async unused(before: Date, limit: number): Promise<string[]> {
    const rows = await this.tx.query<{ id: string }>(
      `SELECT f.id FROM files f
        WHERE f.org_id = $1 AND f.created_at < $2
          AND NOT EXISTS (SELECT 1 FROM file_uses u WHERE u.org_id = $1 AND u.file_id = f.id)
        ORDER BY f.created_at LIMIT $3`,
      [before, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes the files that have no use, and contents without files. @returns the removed files. */
  async removeUnused(ids: string[]): Promise<number> {
    const removed = await this.tx.query<{ sha256: string }>(
      `DELETE FROM files f WHERE f.org_id = $1 AND f.id = ANY($2)
         AND NOT EXISTS (SELECT 1 FROM file_uses u WHERE u.org_id = $1 AND u.file_id = f.id)
       RETURNING f.sha256`,
      [ids],
    );
    const hashes = [...new Set(removed.map(({ sha256 }) => sha256))].sort();
    await this.tx.query(
      'SELECT 1 FROM file_contents WHERE org_id = $1 AND sha256 = ANY($2) ORDER BY sha256 FOR UPDATE',
      [hashes],
    );
    await this.tx.execute(
      `DELETE FROM file_contents c WHERE c.org_id = $1 AND c.sha256 = ANY($2)
         AND NOT EXISTS (SELECT 1 FROM files f WHERE f.org_id = $1 AND f.sha256 = c.sha256)`,
      [hashes],
    );
    await this.tx.execute(
      `DELETE FROM file_parts p WHERE p.org_id = $1 AND p.sha256 = ANY($2)
         AND NOT EXISTS (SELECT 1 FROM file_contents c WHERE c.org_id = $1 AND c.sha256 = p.sha256)`,
      [hashes],
    );
    return removed.length;
  }
}

/** Removes the parts of every org that were stored before `before` and belong to no content: their upload was cut off. */
export async function removeLooseParts(tx: PlatformTransaction, before: Date): Promise<void> {
  await tx.execute(
    `DELETE FROM file_parts p
      WHERE p.created_at < $1
        AND NOT EXISTS (SELECT 1 FROM file_contents c WHERE c.org_id = p.org_id AND c.sha256 = p.sha256)`,
    [before],
  );
}

/** Orgs with files older than `before` that have no use. */
export async function orgsWithUnusedFiles(tx: PlatformTransaction, before: Date): Promise<string[]> {
  const rows = await tx.query<{ orgId: string }>(
    `SELECT DISTINCT f.org_id AS "orgId" FROM files f
      WHERE f.created_at < $1
        AND NOT EXISTS (SELECT 1 FROM file_uses u WHERE u.org_id = f.org_id AND u.file_id = f.id)`,
    [before],
  );
  return rows.map(({ orgId }) => orgId);
}
