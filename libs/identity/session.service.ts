import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#config';
import type { Database, PlatformTransaction } from '#database';
import { SignInFailedError } from './identity.errors.ts';
import { passwordMatches } from './passwords.ts';
import { refuseThrottled, SignInThrottle } from './sign-in-throttle.ts';
import { USER_COLUMNS, type UserView } from './user.service.ts';

/** A session that nobody used for this long has ended. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
/** A session ends then, however much it is used. */
export const SESSION_MAX_MS = 7 * 24 * 3_600_000;
/** Use is written at most this often. */
const SEEN_EVERY_MS = 60_000;
const TOKEN_BYTES = 32;

/** What a sign-in gives. `token` is the cookie's value and stored nowhere else. */
export interface OpenedSession {
  token: string;
  /** To be sent with every request that changes something. */
  csrfToken: string;
  /** The latest end. */
  expiresAt: Date;
}

export interface ActiveSession {
  user: UserView;
  csrfToken: string;
  expiresAt: Date;
}

/** Sign-ins to the console. Only hashes of cookies are stored. */
export class SessionService {
  private readonly throttle: SignInThrottle;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.throttle = new SignInThrottle(clock);
  }

  /**
   * Signs in with e-mail and password. Every sign-in is a session of its own.
   *
   * @param request.address the address that the request comes from.
   * @throws SignInFailedError when e-mail or password are wrong, or the user is disabled.
   * @throws SignInThrottledError after too many failures of the e-mail or the address.
   */
  async signIn(request: {
    email: string;
    password: string;
    address: string;
  }): Promise<OpenedSession & { user: UserView }> {
    const email = request.email.trim().toLowerCase();
    const { waitMs, found } = await this.asPlatform(async (tx) => ({
      waitMs: await this.throttle.count(tx, email, request.address),
      found: await findByEmail(tx, email),
    }));
    refuseThrottled(waitMs);
    const matches = await passwordMatches(found?.passwordHash ?? null, request.password);
    if (!found || !matches || found.disabledAt) throw new SignInFailedError();
    const { passwordHash: _passwordHash, ...user } = found;
    return this.asPlatform(async (tx) => {
      await this.throttle.succeeded(tx, email, request.address);
      await tx.execute('DELETE FROM sessions WHERE expires_at <= $1', [this.clock.now()]);
      return { ...(await this.open(tx, user.id)), user };
    });
  }

  /** Who is signed in with the cookie `token`; null when the session has ended or the user is disabled. */
  async authenticate(token: string): Promise<ActiveSession | null> {
    const now = this.clock.now();
    return this.asPlatform(async (tx) => {
      const [row] = await tx.query<UserView & { csrfToken: string; expiresAt: Date; lastSeenAt: Date }>(
        `SELECT s.csrf_token AS "csrfToken", s.expires_at AS "expiresAt", s.last_seen_at AS "lastSeenAt", u.*
           FROM sessions s JOIN (SELECT ${USER_COLUMNS} FROM users) u ON u.id = s.user_id
          WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND u."disabledAt" IS NULL`,
        [hashOf(token), now, new Date(now.getTime() - SESSION_IDLE_MS)],
      );
      if (!row) return null;
      const { csrfToken, expiresAt, lastSeenAt, ...user } = row;
      if (now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS) {
        await tx.execute('UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1', [hashOf(token), now]);
      }
      return { user, csrfToken, expiresAt };
    });
  }

  /** Ends the session; one that has ended already stays so. */
  async signOut(token: string): Promise<void> {
    await this.asPlatform((tx) => tx.execute('DELETE FROM sessions WHERE token_hash = $1', [hashOf(token)]));
  }

  /** Ends every session of a user. */
  async signOutEverywhere(userId: string): Promise<void> {
    await this.asPlatform((tx) => tx.execute('DELETE FROM sessions WHERE user_id = $1', [userId]));
  }

  private async open(tx: PlatformTransaction, userId: string): Promise<OpenedSession> {
    const now = this.clock.now();
    const opened = {
      token: newToken(),
      csrfToken: newToken(),
      expiresAt: new Date(now.getTime() + SESSION_MAX_MS),
    };
    await tx.execute(
      `INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, $3, $4, $4, $5)`,
      [hashOf(opened.token), userId, opened.csrfToken, now, opened.expiresAt],
    );
    return opened;
  }

  private asPlatform<Result>(work: (tx: PlatformTransaction) => Promise<Result>): Promise<Result> {
    return this.database.asPlatform('a sign-in comes before any org is known', work);
  }
}

/** Whether `given` is the CSRF token of the session, compared in constant time. */
export function csrfTokenMatches(session: { csrfToken: string }, given: string | undefined): boolean {
  if (given === undefined) return false;
  return timingSafeEqual(hashOf(session.csrfToken), hashOf(given));
}

async function findByEmail(
  tx: PlatformTransaction,
  email: string,
): Promise<(UserView & { passwordHash: string | null }) | undefined> {
  const rows = await tx.query<UserView & { passwordHash: string | null }>(
    `SELECT ${USER_COLUMNS}, password_hash AS "passwordHash" FROM users WHERE email = $1`,
    [email],
  );
  return rows[0];
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest();
