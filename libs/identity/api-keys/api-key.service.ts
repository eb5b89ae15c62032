import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { TurnpikeError, type ApiKeyScope, type UserRole } from '#contracts';
import { Database, type OrgTransaction } from '#database';
import type { ApiKey } from './api-key.entity.ts';
import {
  findCaller,
  findOwnKey,
  insertKey,
  listKeys,
  revokeKey,
  updateKey,
  type ApiCaller,
  type CallerOfKey,
} from './api-key.repository.ts';
import {
  AlreadyExistsError,
  ApiKeyNotFoundError,
  InvalidIdentityError,
  UserNotFoundError,
} from '../identity.errors.ts';
import { LastUse } from './last-use.ts';
import { ShortLivedCache } from '../orgs/short-lived-cache.ts';
import { findUser } from '../users/user.repository.ts';

const KEY_PREFIX = 'tp_';
const SECRET_BYTES = 32;
/** Format of a key. Any other text is rejected without a database query. */
const KEY = /^tp_[A-Za-z0-9_-]{24,128}$/;
const SHOWN_CHARACTERS = 11;

export interface NewApiKey {
  name: string;
  scopes: ApiKeyScope[];
  /** The user of the org for whom the key acts. */
  userId?: string | null;
  /** The whole key, if the caller supplies it (demo data); otherwise a random key is generated. */
  key?: string;
}

/** API keys of orgs. A key is shown once at creation and stored as SHA-256. */
@Injectable()
export class ApiKeyService {
  private readonly recent = new ShortLivedCache<CallerOfKey | null>();
  private readonly lastUse: LastUse;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.lastUse = new LastUse(database, clock);
  }

  /**
   * Authenticates the caller by `key`. Returns null if the key does not exist, is revoked, or acts for a disabled user. A
   * revocation in another process takes effect within 2 s. A burst of requests with one key queries the database once.
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
    // The user's role may have been reduced since the key was created.
    const scopes = caller.scopes.filter((scope) => !isBeyond(scope, caller.user?.role));
    return { ...caller, scopes };
  }

  /**
   * Creates a key. The key is returned once and not stored. If the caller supplies a key that the org already has, that key
   * is returned unchanged (`created` is false).
   *
   * @throws UserNotFoundError if the org has no such user.
   * @throws TurnpikeError SCOPE_BEYOND_ROLE if a scope exceeds the user's role.
   * @throws AlreadyExistsError if the supplied key belongs to another org or is revoked.
   * @throws InvalidIdentityError if the supplied key has the wrong format, or the name is empty.
   */
  async create(
    tx: OrgTransaction,
    input: NewApiKey,
  ): Promise<{ id: string; key: string; prefix: string; created: boolean }> {
    if (input.name.trim().length === 0) throw new InvalidIdentityError('name', 'A key needs a name.');
    const key = input.key ?? KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    if (!KEY.test(key))
      throw new InvalidIdentityError('key', 'A key is tp_ and 24 to 128 letters, digits, - or _.');
    await requireUser(tx, input.userId, input.scopes);
    const hash = hashOf(key);
    const prefix = key.slice(0, SHOWN_CHARACTERS);
    const inserted = await insertKey(tx, {
      id: newId(this.clock),
      name: input.name,
      hash,
      prefix,
      scopes: input.scopes,
      userId: input.userId ?? null,
      createdAt: this.clock.now(),
    });
    if (inserted) {
      tx.afterCommit(() => this.recent.forget(hash.toString('base64')));
      return { id: inserted.id, key, prefix, created: true };
    }
    const known = await findOwnKey(tx, hash);
    if (!known) throw new AlreadyExistsError('key');
    return { id: known.id, key, prefix, created: false };
  }

  /**
   * Changes the scopes and the user of a key. The change takes effect immediately in this process and within 2 s in others.
   *
   * @throws UserNotFoundError if the org has no such user.
   * @throws TurnpikeError SCOPE_BEYOND_ROLE if a scope exceeds the user's role.
   * @throws ApiKeyNotFoundError
   */
  async change(
    tx: OrgTransaction,
    keyId: string,
    { scopes, userId }: { scopes: ApiKeyScope[]; userId: string | null },
  ): Promise<void> {
    await requireUser(tx, userId, scopes);
    const hash = await updateKey(tx, keyId, { scopes, userId });
    if (!hash) throw new ApiKeyNotFoundError();
    tx.afterCommit(() => this.recent.forget(hash.toString('base64')));
  }

  /** The org's keys without their hashes, newest first, including revoked keys. */
  list(tx: OrgTransaction): Promise<Omit<ApiKey, 'hash'>[]> {
    return listKeys(tx);
  }

  /**
   * Revokes a key permanently. The change takes effect immediately in this process and within 2 s in others. Revoking it
   * again has no effect.
   *
   * @throws ApiKeyNotFoundError
   */
  async revoke(tx: OrgTransaction, keyId: string): Promise<void> {
    const hash = await revokeKey(tx, keyId, this.clock.now());
    if (!hash) throw new ApiKeyNotFoundError();
    tx.afterCommit(() => this.recent.forget(hash.toString('base64')));
  }

  /** Waits for pending writes of last-use times. */
  settle(): Promise<void> {
    return this.lastUse.settle();
  }

  private find(hash: Buffer): Promise<CallerOfKey | null> {
    return this.database.asPlatform('a key says of which org it is', (tx) => findCaller(tx, hash));
  }
}

const MEMBERS: readonly UserRole[] = ['member', 'org_admin'];
/** A key cannot exceed the rights of its user. An analyst, for example, reads figures but no texts, and changes nothing. */
const ROLES_OF_SCOPES: Partial<Record<ApiKeyScope, readonly UserRole[]>> = {
  messages: MEMBERS,
  'messages:staff': MEMBERS,
  turns: MEMBERS,
  contacts: MEMBERS,
  mcp: MEMBERS,
  admin: ['org_admin'],
};

/** A key without a user has no role to check against; endpoints that need a user reject it. */
function isBeyond(scope: ApiKeyScope, role: UserRole | undefined): boolean {
  return role !== undefined && ROLES_OF_SCOPES[scope]?.includes(role) === false;
}

async function requireUser(
  tx: OrgTransaction,
  userId: string | null | undefined,
  scopes: readonly ApiKeyScope[],
): Promise<void> {
  if (!userId) return;
  const user = await findUser(tx, userId);
  if (!user) throw new UserNotFoundError();
  const beyond = scopes.find((scope) => isBeyond(scope, user.role));
  if (beyond)
    throw new TurnpikeError(
      `A key that acts for a user of the role ${user.role} cannot have the scope ${beyond}.`,
      {
        code: 'SCOPE_BEYOND_ROLE',
        kind: 'invalid',
        pointer: '/scopes',
      },
    );
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
