import type { UserRole } from '#contracts';
import { OrgTransaction, type PlatformTransaction, type Transaction } from '#database';
import type { User } from './user.entity.ts';

/** A user without the password hash. */
export type UserView = Omit<User, 'passwordHash'>;

/** The columns of a {@link UserView}. */
export const USER_COLUMNS = `id, org_id AS "orgId", email, name, handle, role, created_at AS "createdAt", disabled_at AS "disabledAt"`;

/** @returns undefined if handle or e-mail is taken. */
export async function insertUser(
  tx: Transaction,
  user: Omit<User, 'disabledAt'>,
): Promise<UserView | undefined> {
  const [inserted] = await tx.queryUnscoped<UserView>(
    `INSERT INTO users (id, org_id, email, name, handle, role, password_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING ${USER_COLUMNS}`,
    [user.id, user.orgId, user.email, user.name, user.handle, user.role, user.passwordHash, user.createdAt],
  );
  return inserted;
}

export async function findUser(tx: OrgTransaction, userId: string): Promise<UserView | null> {
  const [user] = await tx.query<UserView>(`SELECT ${USER_COLUMNS} FROM users WHERE org_id = $1 AND id = $2`, [
    userId,
  ]);
  return user ?? null;
}

export async function findPlatformUser(tx: PlatformTransaction, userId: string): Promise<UserView | null> {
  const [user] = await tx.query<UserView>(
    `SELECT ${USER_COLUMNS} FROM users WHERE org_id IS NULL AND id = $1`,
    [userId],
  );
  return user ?? null;
}

/** @param orgId null for users of the platform. */
export async function findUserByHandle(
  tx: Transaction,
  orgId: string | null,
  handle: string,
): Promise<UserView | null> {
  const [user] = await tx.queryUnscoped<UserView>(
    `SELECT ${USER_COLUMNS} FROM users WHERE org_id IS NOT DISTINCT FROM $1::uuid AND handle = $2`,
    [orgId, handle],
  );
  return user ?? null;
}

/** @param email in lower case. */
export async function findUserByEmail(tx: PlatformTransaction, email: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(
    `SELECT ${USER_COLUMNS}, password_hash AS "passwordHash" FROM users WHERE email = $1`,
    [email],
  );
  return user;
}

/** True if a user visible to the transaction has the address. @param email in lower case. */
export async function emailTaken(tx: Transaction, email: string): Promise<boolean> {
  const rows = await tx.queryUnscoped('SELECT 1 FROM users WHERE email = $1', [email]);
  return rows.length > 0;
}

/** The handles of the org that start with `handle`. */
export async function takenHandles(
  tx: PlatformTransaction,
  orgId: string | null,
  handle: string,
): Promise<Set<string>> {
  const rows = await tx.query<{ handle: string }>(
    'SELECT handle FROM users WHERE org_id IS NOT DISTINCT FROM $1::uuid AND starts_with(handle, $2)',
    [orgId, handle],
  );
  return new Set(rows.map((row) => row.handle));
}

/** All users visible to the transaction: those of its org, or all, starting with those of the platform. */
export function listUsers(tx: Transaction): Promise<UserView[]> {
  return tx.queryUnscoped(
    `SELECT ${USER_COLUMNS} FROM users WHERE $1::uuid IS NULL OR org_id = $1 ORDER BY org_id NULLS FIRST, handle`,
    [tx instanceof OrgTransaction ? tx.orgId : null],
  );
}

/** Does not change the role of a user without an org. @returns undefined if the user does not exist. */
export async function updateUser(
  tx: Transaction,
  userId: string,
  change: { name?: string; role?: UserRole },
): Promise<UserView | undefined> {
  const [user] = await tx.queryUnscoped<UserView>(
    `UPDATE users SET name = coalesce($2, name), role = CASE WHEN org_id IS NULL THEN role ELSE coalesce($3, role) END
      WHERE id = $1 RETURNING ${USER_COLUMNS}`,
    [userId, change.name ?? null, change.role ?? null],
  );
  return user;
}

/** @returns false if the user does not exist. */
export async function setDisabledAt(tx: Transaction, userId: string, at: Date | null): Promise<boolean> {
  return (await tx.executeUnscoped('UPDATE users SET disabled_at = $2 WHERE id = $1', [userId, at])) > 0;
}

/** @returns undefined if the user does not exist, null for a user without a password. */
export async function passwordHashOf(
  tx: PlatformTransaction,
  userId: string,
): Promise<string | null | undefined> {
  const [user] = await tx.query<{ hash: string | null }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [userId],
  );
  return user?.hash;
}

/** @returns false if the user does not exist. */
export async function setPasswordHash(
  tx: PlatformTransaction,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  return (await tx.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash])) > 0;
}
