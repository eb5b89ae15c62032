import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId, type Clock } from '#config';
import type { ApiKeyScope, UserRole } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import type { ApiKey } from './api-key.entity.ts';
import {
  AlreadyExistsError,
  ApiKeyNotFoundError,
  InvalidIdentityError,
  UserNotFoundError,
} from './identity.errors.ts';
import { LastUse } from './last-use.ts';
import { RecentAnswers } from './recent-answers.ts';

const KEY_PREFIX = 'tp_';
const SECRET_BYTES = 32;
/** What a key may look like; anything else is refused without a question to the database. */
const KEY = /^tp_[A-Za-z0-9_-]{24,128}$/;
const SHOWN_CHARACTERS = 11;

/** Who calls: what {@link ApiKeyService.authenticate} knows of a key. */
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
  /** As whom the key acts; null for a key without a user. */
  userId: string | null;
  user: { id: string; handle: string; role: UserRole } | null;
}

export interface NewApiKey {
  name: string;
  scopes: ApiKeyScope[];
  /** A user of the org as whom the key acts. */
  userId?: string | null;
  /** The whole key, where the caller keeps it (demo data); a random one is made otherwise. */
  key?: string;
}

interface KeyRow extends ApiCaller {
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

/** Keys of orgs: made once, shown once, stored as SHA-256. */
export class ApiKeyService {
  private readonly recent = new RecentAnswers<KeyRow | null>();
  private readonly lastUse: LastUse;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.lastUse = new LastUse(database, clock);
  }

  /**
   * Who calls with `key`, or null for a key that does not exist, is revoked, or acts for a disabled user. A revocation
   * anywhere is seen within 2 s; a burst with one key asks the database once.
   *
   * @throws DatabaseUnavailableError
   */
  async authenticate(key: string): Promise<ApiCaller | null> {
    if (!KEY.test(key)) return null;
    const hash = hashOf(key);
    const row = await this.recent.get(hash.toString('base64'), () => this.find(hash));
    if (!row || !timingSafeEqual(row.hash, hash)) return null;
    this.lastUse.note(row);
    const { hash: _hash, lastUsedAt: _lastUsedAt, ...caller } = row;
    return caller;
  }

  /**
   * Makes a key. `key` is in the answer and nowhere else. With a key of the caller's own, one that the org has already
   * is answered as it is (`created` false).
   *
   * @throws UserNotFoundError when the org has no such user.
   * @throws AlreadyExistsError when the caller's own key is another org's, or was revoked.
   * @throws InvalidIdentityError when the caller's own key does not look like one, or the name is empty.
   */
  async create(
    tx: OrgTransaction,
    input: NewApiKey,
  ): Promise<{ id: string; key: string; prefix: string; created: boolean }> {
    if (input.name.trim().length === 0) throw new InvalidIdentityError('name', 'A key needs a name.');
    const key = input.key ?? KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    if (!KEY.test(key))
      throw new InvalidIdentityError('key', 'A key is tp_ and 24 to 128 letters, digits, - or _.');
    await requireUser(tx, input.userId);
    const hash = hashOf(key);
    const prefix = key.slice(0, SHOWN_CHARACTERS);
    const [inserted] = await tx.query<{ id: string }>(
      `INSERT INTO api_keys (id, org_id, name, hash, prefix, scopes, user_id, created_at)
       VALUES ($2, $1, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO NOTHING RETURNING id`,
      [newId(this.clock), input.name, hash, prefix, input.scopes, input.userId ?? null, this.clock.now()],
    );
    if (inserted) {
      tx.afterCommit(() => this.recent.forget(hash.toString('base64')));
      return { id: inserted.id, key, prefix, created: true };
    }
    const [known] = await tx.query<{ id: string }>(
      'SELECT id FROM api_keys WHERE org_id = $1 AND hash = $2 AND revoked_at IS NULL',
      [hash],
    );
    if (!known) throw new AlreadyExistsError('key');
    return { id: known.id, key, prefix, created: false };
  }

  /**
   * Changes what a key may do and as whom it acts: here at once, in other processes within 2 s.
   *
   * @throws UserNotFoundError when the org has no such user.
   * @throws ApiKeyNotFoundError
   */
  async change(
    tx: OrgTransaction,
    keyId: string,
    { scopes, userId }: { scopes: ApiKeyScope[]; userId: string | null },
  ): Promise<void> {
    await requireUser(tx, userId);
    const [changed] = await tx.query<{ hash: Buffer }>(
      'UPDATE api_keys SET scopes = $3, user_id = $4 WHERE org_id = $1 AND id = $2 RETURNING hash',
      [keyId, scopes, userId],
    );
    if (!changed) throw new ApiKeyNotFoundError();
    tx.afterCommit(() => this.recent.forget(changed.hash.toString('base64')));
  }

  /** The org's keys without their hashes, newest first, the revoked ones among them. */
  list(tx: OrgTransaction): Promise<Omit<ApiKey, 'hash'>[]> {
    return tx.query(LIST_KEYS);
  }

  /**
   * Ends a key for good: here at once, in other processes within 2 s. Revoking it again changes nothing.
   *
   * @throws ApiKeyNotFoundError
   */
  async revoke(tx: OrgTransaction, keyId: string): Promise<void> {
    const [revoked] = await tx.query<{ hash: Buffer }>(
      'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3) WHERE org_id = $1 AND id = $2 RETURNING hash',
      [keyId, this.clock.now()],
    );
    if (!revoked) throw new ApiKeyNotFoundError();
    tx.afterCommit(() => this.recent.forget(revoked.hash.toString('base64')));
  }

  /** Waits for the last-used times that are being written. */
  settle(): Promise<void> {
    return this.lastUse.settle();
  }

  private find(hash: Buffer): Promise<KeyRow | null> {
    return this.database.asPlatform('a key says of which org it is', async (tx) => {
      const rows = await tx.query<KeyRow>(FIND_KEY, [hash]);
      return rows[0] ?? null;
    });
  }
}

async function requireUser(tx: OrgTransaction, userId: string | null | undefined): Promise<void> {
  if (!userId) return;
  const rows = await tx.query('SELECT 1 FROM users WHERE org_id = $1 AND id = $2', [userId]);
  if (rows.length === 0) throw new UserNotFoundError();
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
