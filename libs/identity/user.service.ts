import { isUuid, newId, type Clock } from '#config';
import type { UserRole } from '#contracts';
import { type Database, OrgTransaction, type PlatformTransaction, type Transaction } from '#database';
import { AlreadyExistsError, InvalidIdentityError, UserNotFoundError } from './identity.errors.ts';
import { hashPassword } from './passwords.ts';
import type { User } from './user.entity.ts';

/** A user without the password's hash. */
export type UserView = Omit<User, 'passwordHash'>;

export interface NewUser {
  /** Null for platform admins and for analysts of all orgs. */
  orgId: string | null;
  /** Any case; null or absent for someone who never signs in. */
  email?: string | null;
  name: string;
  /** Lower-case letters, digits, `.`, `_` and `-`, at most 64; unique in the org. */
  handle: string;
  role: UserRole;
  /** From {@link UserService.hashPassword}. */
  passwordHash?: string | null;
}

const HANDLE = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const PLATFORM_ROLES: readonly UserRole[] = ['platform_admin', 'analyst'];

export const USER_COLUMNS = `id, org_id AS "orgId", email, name, handle, role, created_at AS "createdAt", disabled_at AS "disabledAt"`;

/** The people who sign in or answer as staff. */
export class UserService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Hash for {@link NewUser.passwordHash}; made before the transaction is opened, because it takes a while. */
  hashPassword(password: string): Promise<string> {
    return hashPassword(password);
  }

  /**
   * @throws AlreadyExistsError when e-mail or handle are taken.
   * @throws InvalidIdentityError when a field, or the combination of role and org, does not fit.
   */
  async create(tx: Transaction, user: NewUser): Promise<UserView> {
    checkUser(user);
    const created = await this.insert(tx, user);
    if (created) return created;
    const sameHandle = await findByHandle(tx, user.orgId, user.handle);
    throw new AlreadyExistsError(sameHandle ? 'handle' : 'email');
  }

  /**
   * The user of that handle in the org; created when there is none, left as it is otherwise.
   *
   * @throws AlreadyExistsError when someone else has the e-mail.
   */
  async ensure(user: Omit<NewUser, 'passwordHash'> & { password?: string }): Promise<UserView> {
    const { password, ...fields } = user;
    const known = await this.asPlatform((tx) => findByHandle(tx, user.orgId, user.handle));
    if (known) return known;
    const passwordHash = password === undefined ? null : await hashPassword(password);
    checkUser(fields);
    return this.asPlatform(async (tx) => {
      const created = await this.insert(tx, { ...fields, passwordHash });
      const user = created ?? (await findByHandle(tx, fields.orgId, fields.handle));
      if (!user) throw new AlreadyExistsError('email');
      return user;
    });
  }

  /** The org's user whose id or handle is `reference`; null when it has none. Disabled users are found too. */
  async byHandleOrId(tx: OrgTransaction, reference: string): Promise<UserView | null> {
    if (!isUuid(reference)) return findByHandle(tx, tx.orgId, reference.toLowerCase());
    const rows = await tx.query<UserView>(`SELECT ${USER_COLUMNS} FROM users WHERE org_id = $1 AND id = $2`, [
      reference,
    ]);
    return rows[0] ?? null;
  }

  /** Everyone in the org, by handle; in a transaction of the platform everyone at all. */
  list(tx: Transaction): Promise<UserView[]> {
    return tx.queryUnscoped(
      `SELECT ${USER_COLUMNS} FROM users WHERE $1::uuid IS NULL OR org_id = $1 ORDER BY org_id NULLS FIRST, handle`,
      [tx instanceof OrgTransaction ? tx.orgId : null],
    );
  }

  /**
   * The role of someone without an org stays as it is.
   *
   * @throws UserNotFoundError
   * @throws InvalidIdentityError for a role that an org cannot give.
   */
  async update(
    tx: Transaction,
    userId: string,
    change: { name?: string; role?: UserRole },
  ): Promise<UserView> {
    if (change.role === 'platform_admin')
      throw new InvalidIdentityError('role', 'A platform admin belongs to no org.');
    const rows = await tx.queryUnscoped<UserView>(
      `UPDATE users SET name = coalesce($2, name), role = CASE WHEN org_id IS NULL THEN role ELSE coalesce($3, role) END
        WHERE id = $1 RETURNING ${USER_COLUMNS}`,
      [userId, change.name ?? null, change.role ?? null],
    );
    if (!rows[0]) throw new UserNotFoundError();
    return rows[0];
  }

  /** A disabled user can neither sign in nor go on with a session, and keys that act for the user end within 2 s. */
  async setDisabled(tx: Transaction, userId: string, disabled: boolean): Promise<void> {
    const touched = await tx.executeUnscoped('UPDATE users SET disabled_at = $2 WHERE id = $1', [
      userId,
      disabled ? this.clock.now() : null,
    ]);
    if (touched === 0) throw new UserNotFoundError();
  }

  /**
   * Sets the password and ends every session of the user.
   *
   * @throws UserNotFoundError, InvalidIdentityError
   */
  async setPassword(userId: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.asPlatform(async (tx) => {
      const touched = await tx.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [
        userId,
        passwordHash,
      ]);
      if (touched === 0) throw new UserNotFoundError();
      await tx.execute('DELETE FROM sessions WHERE user_id = $1', [userId]);
    });
  }

  private asPlatform<Result>(work: (tx: PlatformTransaction) => Promise<Result>): Promise<Result> {
    return this.database.asPlatform('users are of an org or of the platform, and sessions of none', work);
  }

  private async insert(tx: Transaction, user: NewUser): Promise<UserView | undefined> {
    const rows = await tx.queryUnscoped<UserView>(
      `INSERT INTO users (id, org_id, email, name, handle, role, password_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING ${USER_COLUMNS}`,
      [
        newId(this.clock),
        user.orgId,
        user.email?.toLowerCase() ?? null,
        user.name,
        user.handle,
        user.role,
        user.passwordHash ?? null,
        this.clock.now(),
      ],
    );
    return rows[0];
  }
}

async function findByHandle(tx: Transaction, orgId: string | null, handle: string): Promise<UserView | null> {
  const rows = await tx.queryUnscoped<UserView>(
    `SELECT ${USER_COLUMNS} FROM users WHERE org_id IS NOT DISTINCT FROM $1::uuid AND handle = $2`,
    [orgId, handle],
  );
  return rows[0] ?? null;
}

function checkUser(user: NewUser): void {
  if (!HANDLE.test(user.handle) || isUuid(user.handle)) {
    throw new InvalidIdentityError(
      'handle',
      'A handle is 1 to 64 lower-case letters, digits, ".", "_" or "-".',
    );
  }
  if (user.email && !EMAIL.test(user.email))
    throw new InvalidIdentityError('email', 'This is no e-mail address.');
  if (user.name.trim().length === 0) throw new InvalidIdentityError('name', 'A name is not empty.');
  if (user.orgId === null && !PLATFORM_ROLES.includes(user.role)) {
    throw new InvalidIdentityError('role', `The role ${user.role} needs an org.`);
  }
  if (user.orgId !== null && user.role === 'platform_admin') {
    throw new InvalidIdentityError('role', 'A platform admin belongs to no org.');
  }
}
