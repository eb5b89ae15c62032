import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database, type PlatformTransaction } from '#database';
import { SignInFailedError } from '../identity.errors.ts';
import { passwordMatches } from '../users/passwords.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findLiveSession,
  insertSession,
  setLastSeen,
} from './session.repository.ts';
import { refuseThrottled, SignInThrottle } from './sign-in-throttle.ts';
import { findUserByEmail, type UserView } from '../users/user.repository.ts';

export const SESSION_IDLE_MS = 12 * 3_600_000;
/** A session ends after this time, even if it is in use. */
export const SESSION_MAX_MS = 7 * 24 * 3_600_000;
/** Minimum interval between two writes of the last use. */
const SEEN_EVERY_MS = 60_000;
const TOKEN_BYTES = 32;

/** The result of a sign-in. `token` is the value of the cookie and is not stored. */
export interface OpenedSession {
  token: string;
  /** Must be sent with every request that changes data. */
  csrfToken: string;
  /** The latest end of the session. */
  expiresAt: Date;
}

export interface ActiveSession {
  user: UserView;
  csrfToken: string;
  expiresAt: Date;
}

/** Sign-ins to the console. Only hashes of cookies are stored. */
@Injectable()
export class SessionService {
  private readonly throttle: SignInThrottle;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.throttle = new SignInThrottle(clock);
  }

  /**
   * Signs in with e-mail and password. Each sign-in creates a new session.
   *
   * @param request.address IP address of the client.
   * @throws SignInFailedError if e-mail or password is wrong, or the user is disabled.
   * @throws SignInThrottledError after too many failures from the address or for the e-mail. If the e-mail has recently
   * signed in from this address, only failures for the e-mail at this address count.
   */
  async signIn(request: {
    email: string;
    password: string;
    address: string;
  }): Promise<OpenedSession & { user: UserView }> {
    const email = request.email.trim().toLowerCase();
    const { attempt, found } = await this.asPlatform(async (tx) => ({
      attempt: await this.throttle.count(tx, email, request.address),
      found: await findUserByEmail(tx, email),
    }));
    refuseThrottled(attempt.waitMs);
    const matches = await passwordMatches(found?.passwordHash ?? null, request.password);
    if (!found) throw new SignInFailedError();
    const { passwordHash: _passwordHash, ...user } = found;
    if (!matches || found.disabledAt) throw new SignInFailedError(user);
    return this.asPlatform(async (tx) => {
      await this.throttle.succeeded(tx, attempt);
      await deleteExpiredSessions(tx, this.clock.now());
      return { ...(await this.open(tx, user.id)), user };
    });
  }

  /** The session and user for the cookie `token`; null if the session has ended or the user is disabled. */
  async authenticate(token: string): Promise<ActiveSession | null> {
    const now = this.clock.now();
    const tokenHash = hashOf(token);
    return this.asPlatform(async (tx) => {
      const row = await findLiveSession(tx, tokenHash, now, new Date(now.getTime() - SESSION_IDLE_MS));
      if (!row) return null;
      const { csrfToken, expiresAt, lastSeenAt, ...user } = row;
      if (now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS) await setLastSeen(tx, tokenHash, now);
      return { user, csrfToken, expiresAt };
    });
  }

  /** Ends the session. Has no effect on a session that has already ended. */
  async signOut(token: string): Promise<void> {
    await this.asPlatform((tx) => deleteSession(tx, hashOf(token)));
  }

  private async open(tx: PlatformTransaction, userId: string): Promise<OpenedSession> {
    const now = this.clock.now();
    const opened = {
      token: newToken(),
      csrfToken: newToken(),
      expiresAt: new Date(now.getTime() + SESSION_MAX_MS),
    };
    const { token, ...kept } = opened;
    await insertSession(tx, { ...kept, tokenHash: hashOf(token), userId, createdAt: now });
    return opened;
  }

  private asPlatform<Result>(work: (tx: PlatformTransaction) => Promise<Result>): Promise<Result> {
    return this.database.asPlatform('a sign-in comes before any org is known', work);
  }
}

/** True if `given` is the CSRF token of the session. Compared in constant time. */
export function csrfTokenMatches(session: { csrfToken: string }, given: string | undefined): boolean {
  if (given === undefined) return false;
  return timingSafeEqual(hashOf(session.csrfToken), hashOf(given));
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest();
