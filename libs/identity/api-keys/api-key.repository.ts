import type { ApiKeyScope, UserRole } from '#contracts';
import type { OrgTransaction, PlatformTransaction } from '#database';
import type { ApiKey } from './api-key.entity.ts';

/** The caller of a request, identified by an API key. */
export interface ApiCaller {
  keyId: string;
  orgId: string;
  org: {
    id: string;
    slug: string;
    name: string;
    defaultPack: string | null;
    packs: string[];
    timezone: string;
  };
  scopes: ApiKeyScope[];
  /** The user for whom the key acts; null for a key without a user. */
  userId: string | null;
  user: { id: string; handle: string; role: UserRole } | null;
}

export interface CallerOfKey extends ApiCaller {
  hash: Buffer;
  lastUsedAt: Date | null;
}

const FIND_KEY = `
  SELECT k.id AS "keyId", k.org_id AS "orgId", k.hash, k.scopes, k.user_id AS "userId", k.last_used_at AS "lastUsedAt",
         json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'defaultPack', o.default_pack,
                           'packs', o.packs, 'timezone', o.timezone) AS org,
         CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'handle', u.handle, 'role', u.role) END AS "user"
    FROM api_keys k JOIN orgs o ON o.id = k.org_id LEFT JOIN users u ON u.id = k.user_id
   WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL`;

const LIST_KEYS = `
  SELECT id, org_id AS "orgId", name, prefix, scopes, user_id AS "userId", created_at AS "createdAt",
         last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
    FROM api_keys WHERE org_id = $1 ORDER BY created_at DESC, id DESC`;

/** @returns undefined if a key with the same hash exists in any org. */
export async function insertKey(
  tx: OrgTransaction,
  key: Omit<ApiKey, 'orgId' | 'lastUsedAt' | 'revokedAt'>,
): Promise<{ id: string } | undefined> {
  const [inserted] = await tx.query<{ id: string }>(
    `INSERT INTO api_keys (id, org_id, name, hash, prefix, scopes, user_id, created_at)
     VALUES ($2, $1, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO NOTHING RETURNING id`,
    [key.id, key.name, key.hash, key.prefix, key.scopes, key.userId, key.createdAt],
  );
  return inserted;
}

/** Finds the unrevoked key with this hash in all orgs, because only the key determines the org. */
export async function findCaller(tx: PlatformTransaction, hash: Buffer): Promise<CallerOfKey | null> {
  const [key] = await tx.query<CallerOfKey>(FIND_KEY, [hash]);
  return key ?? null;
}

/** Finds the org's unrevoked key with this hash. */
export async function findOwnKey(tx: OrgTransaction, hash: Buffer): Promise<{ id: string } | undefined> {
  const [key] = await tx.query<{ id: string }>(
    'SELECT id FROM api_keys WHERE org_id = $1 AND hash = $2 AND revoked_at IS NULL',
    [hash],
  );
  return key;
}

/** The org's keys without their hashes, newest first, including revoked keys. */
export function listKeys(tx: OrgTransaction): Promise<Omit<ApiKey, 'hash'>[]> {
  return tx.query(LIST_KEYS);
}

/** @returns the key's hash; undefined if the org has no such key. */
export async function updateKey(
  tx: OrgTransaction,
  keyId: string,
  { scopes, userId }: Pick<ApiKey, 'scopes' | 'userId'>,
): Promise<Buffer | undefined> {
  const [changed] = await tx.query<{ hash: Buffer }>(
    'UPDATE api_keys SET scopes = $3, user_id = $4 WHERE org_id = $1 AND id = $2 RETURNING hash',
    [keyId, scopes, userId],
  );
  return changed?.hash;
}

/**
 * Revokes a key. A key that was already revoked keeps its time. @returns the key's hash; undefined if the org has no such
 * key.
 */
export async function revokeKey(tx: OrgTransaction, keyId: string, at: Date): Promise<Buffer | undefined> {
  const [revoked] = await tx.query<{ hash: Buffer }>(
    'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3) WHERE org_id = $1 AND id = $2 RETURNING hash',
    [keyId, at],
  );
  return revoked?.hash;
}

/** Does not overwrite a later time. */
export async function setLastUsed(tx: OrgTransaction, keyId: string, at: Date): Promise<void> {
  await tx.execute(
    'UPDATE api_keys SET last_used_at = $3 WHERE org_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3)',
    [keyId, at],
  );
}
