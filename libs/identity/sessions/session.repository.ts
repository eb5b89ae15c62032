import type { PlatformTransaction } from '#database';
import type { Session } from './session.entity.ts';
import { USER_COLUMNS, type UserView } from '../users/user.repository.ts';

export async function insertSession(
  tx: PlatformTransaction,
  session: Omit<Session, 'lastSeenAt'>,
): Promise<void> {
  await tx.execute(
    `INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $4, $5)`,
    [session.tokenHash, session.userId, session.csrfToken, session.createdAt, session.expiresAt],
  );
}

/**
 * The session with its user. Undefined if the session ended by `now`, was not used since `usedAfter`, or its user is
 * disabled.
 */
export async function findLiveSession(
  tx: PlatformTransaction,
  tokenHash: Buffer,
  now: Date,
  usedAfter: Date,
): Promise<(UserView & { csrfToken: string; expiresAt: Date; lastSeenAt: Date }) | undefined> {
  const [row] = await tx.query<UserView & { csrfToken: string; expiresAt: Date; lastSeenAt: Date }>(
    `SELECT s.csrf_token AS "csrfToken", s.expires_at AS "expiresAt", s.last_seen_at AS "lastSeenAt", u.*
       FROM sessions s JOIN (SELECT ${USER_COLUMNS} FROM users) u ON u.id = s.user_id
      WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND u."disabledAt" IS NULL`,
    [tokenHash, now, usedAfter],
  );
  return row;
}

export async function setLastSeen(tx: PlatformTransaction, tokenHash: Buffer, at: Date): Promise<void> {
  await tx.execute('UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1', [tokenHash, at]);
}

export async function deleteSession(tx: PlatformTransaction, tokenHash: Buffer): Promise<void> {
  await tx.execute('DELETE FROM sessions WHERE token_hash = $1', [tokenHash]);
}

export async function deleteSessionsOf(tx: PlatformTransaction, userId: string): Promise<void> {
  await tx.execute('DELETE FROM sessions WHERE user_id = $1', [userId]);
}

export async function deleteExpiredSessions(tx: PlatformTransaction, now: Date): Promise<void> {
  await tx.execute('DELETE FROM sessions WHERE expires_at <= $1', [now]);
}
