import type { OrgTransaction, PlatformTransaction, Transaction } from '#database';
import type { Org } from './org.entity.ts';

const COLUMNS = `id, slug, name, default_pack AS "defaultPack", packs, timezone, settings, created_at AS "createdAt"`;

/** @returns undefined when the slug is taken. */
export async function insertOrg(tx: PlatformTransaction, org: Org): Promise<Org | undefined> {
  const [inserted] = await tx.query<Org>(
    `INSERT INTO orgs (id, slug, name, default_pack, packs, timezone, settings, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (slug) DO NOTHING RETURNING ${COLUMNS}`,
    [
      org.id,
      org.slug,
      org.name,
      org.defaultPack,
      org.packs,
      org.timezone,
      JSON.stringify(org.settings),
      org.createdAt,
    ],
  );
  return inserted;
}

export async function findOrg(tx: Transaction, column: 'id' | 'slug', value: string): Promise<Org | null> {
  const [org] = await tx.queryUnscoped<Org>(`SELECT ${COLUMNS} FROM orgs WHERE ${column} = $1`, [value]);
  return org ?? null;
}

export function listOrgs(tx: PlatformTransaction): Promise<Org[]> {
  return tx.query<Org>(`SELECT ${COLUMNS} FROM orgs ORDER BY slug`);
}

/** The stored settings of the org, locked until the end of the transaction; undefined if the org does not exist. */
export async function holdSettings(tx: OrgTransaction): Promise<Record<string, string> | undefined> {
  const [org] = await tx.query<Pick<Org, 'settings'>>(
    'SELECT settings FROM orgs WHERE id = $1 FOR NO KEY UPDATE',
  );
  return org?.settings;
}

/** Removes and sets settings of the org; others do not change. @returns false if the org does not exist. */
export async function updateSettings(
  tx: OrgTransaction,
  removed: readonly string[],
  stored: Readonly<Record<string, string>>,
): Promise<boolean> {
  const touched = await tx.execute(
    'UPDATE orgs SET settings = (settings - $2::text[]) || $3::jsonb WHERE id = $1',
    [removed, JSON.stringify(stored)],
  );
  return touched > 0;
}
