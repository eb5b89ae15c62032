import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, isUuid, newId, type Clock } from '#config';
import type { UserRole } from '#contracts';
import { Database, type OrgTransaction, type PlatformTransaction, type Transaction } from '#database';
import { AlreadyExistsError, InvalidIdentityError, UserNotFoundError } from '../identity.errors.ts';
import { checkPassword, hashPassword, passwordMatches } from './passwords.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import {
  findPlatformUser,
  findUser,
  findUserByHandle,
  insertUser,
  listUsers,
  passwordHashOf,
  setDisabledAt,
  setPasswordHash,
  updateUser,
  type UserView,
} from './user.repository.ts';

export interface NewUser {
  /** Null for platform admins and for analysts of all orgs. */
  orgId: string | null;
  /** In any case; null or absent for a user who cannot sign in. */
  email?: string | null;
  name: string;
  /** Lower-case letters, digits, `.`, `_` and `-`, at most 64; unique in the org. */
  handle: string;
  role: UserRole;
  /** Result of `hashPassword`. */
  passwordHash?: string | null;
}

const HANDLE = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const PLATFORM_ROLES: readonly UserRole[] = ['platform_admin', 'analyst'];

/** The users: people who sign in or answer as staff. */
@Injectable()
export class UserService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws InvalidIdentityError if a field, the password, or the combination of role and org is invalid. */
  check({ password, ...user }: NewUser & { password?: string }): void {
    checkUser(user);
    if (password !== undefined) checkPassword(password);
  }

  /**
   * @throws AlreadyExistsError if e-mail or handle is taken.
   * @throws InvalidIdentityError if a field, or the combination of role and org, is invalid.
   */
  async create(tx: Transaction, user: NewUser): Promise<UserView> {
    checkUser(user);
    const created = await this.insert(tx, user);
    if (created) return created;
    const sameHandle = await findUserByHandle(tx, user.orgId, user.handle);
    throw new AlreadyExistsError(sameHandle ? 'handle' : 'email');
  }

  /**
   * Finds the user with this handle in the org, or creates it. An existing user does not change.
   *
   * @throws AlreadyExistsError if another user has the e-mail.
   */
  async ensure(user: Omit<NewUser, 'passwordHash'> & { password?: string }): Promise<UserView> {
    const { password, ...fields } = user;
    const known = await this.asPlatform((tx) => findUserByHandle(tx, user.orgId, user.handle));
    if (known) return known;
    const passwordHash = password === undefined ? null : await hashPassword(password);
    checkUser(fields);
    return this.asPlatform(async (tx) => {
      const created = await this.insert(tx, { ...fields, passwordHash });
      const user = created ?? (await findUserByHandle(tx, fields.orgId, fields.handle));
      if (!user) throw new AlreadyExistsError('email');
      return user;
    });
  }

  /** The org's user whose id or handle is `reference`; null if there is none. Includes disabled users. */
  byHandleOrId(tx: OrgTransaction, reference: string): Promise<UserView | null> {
    return isUuid(reference)
      ? findUser(tx, reference)
      : findUserByHandle(tx, tx.orgId, reference.toLowerCase());
  }

  /** A user without an org: a platform admin or an analyst of all orgs. */
  ofPlatform(userId: string): Promise<UserView | null> {
    return this.asPlatform((tx) => findPlatformUser(tx, userId));
  }

  /** All users of the org, by handle; in a platform transaction, all users. */
  list(tx: Transaction): Promise<UserView[]> {
    return listUsers(tx);
  }

  /**
   * Does not change the role of a user without an org.
   *
   * @throws UserNotFoundError
   * @throws InvalidIdentityError for a role that an org cannot assign.
   */
  async update(
    tx: Transaction,
    userId: string,
    change: { name?: string; role?: UserRole },
  ): Promise<UserView> {
    if (change.role === 'platform_admin')
      throw new InvalidIdentityError('role', 'A platform admin belongs to no org.');
    const updated = await updateUser(tx, userId, change);
    if (!updated) throw new UserNotFoundError();
    return updated;
  }

  /** A disabled user cannot sign in or continue a session. Keys that act for the user stop working within 2 s. */
  async setDisabled(tx: Transaction, userId: string, disabled: boolean): Promise<void> {
    const found = await setDisabledAt(tx, userId, disabled ? this.clock.now() : null);
    if (!found) throw new UserNotFoundError();
  }

  /**
   * Sets the password and ends all sessions of the user.
   *
   * @throws UserNotFoundError, InvalidIdentityError
   */
  async setPassword(userId: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.asPlatform(async (tx) => {
      if (!(await setPasswordHash(tx, userId, passwordHash))) throw new UserNotFoundError();
      await deleteSessionsOf(tx, userId);
    });
  }

  /**
   * Like {@link setPassword}, but has no effect if the user already has this password; sessions then continue.
   *
   * @throws UserNotFoundError, InvalidIdentityError
   */
  async ensurePassword(userId: string, password: string): Promise<void> {
    const stored = await this.asPlatform((tx) => passwordHashOf(tx, userId));
    if (!(await passwordMatches(stored ?? null, password))) await this.setPassword(userId, password);
  }

  private asPlatform<Result>(work: (tx: PlatformTransaction) => Promise<Result>): Promise<Result> {
    return this.database.asPlatform('users are of an org or of the platform, and sessions of none', work);
  }

  private insert(tx: Transaction, user: NewUser): Promise<UserView | undefined> {
    return insertUser(tx, {
      id: newId(this.clock),
      orgId: user.orgId,
      email: user.email?.toLowerCase() ?? null,
      name: user.name,
      handle: user.handle,
      role: user.role,
      passwordHash: user.passwordHash ?? null,
      createdAt: this.clock.now(),
    });
  }
}

function checkUser(user: NewUser): void {
  if (!HANDLE.test(user.handle) || isUuid(user.handle)) {
    throw new InvalidIdentityError(
      'handle',
      'A handle is 1 to 64 lower-case letters, digits, ".", "_" or "-".',
    );
  }
  if (user.email && !EMAIL.test(user.email))
    throw new InvalidIdentityError('email', 'This is not an e-mail address.');
  if (user.name.trim().length === 0) throw new InvalidIdentityError('name', 'A name is not empty.');
  if (user.orgId === null && !PLATFORM_ROLES.includes(user.role)) {
    throw new InvalidIdentityError('role', `The role ${user.role} needs an org.`);
  }
  if (user.orgId !== null && user.role === 'platform_admin') {
    throw new InvalidIdentityError('role', 'A platform admin belongs to no org.');
  }
}
