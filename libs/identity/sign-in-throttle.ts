import type { Clock } from '#config';
import type { PlatformTransaction } from '#database';
import { SignInThrottledError } from './identity.errors.ts';
import { countAttempt, forgetAttempts, takeAttemptBack } from './sign-in-attempts.repository.ts';

/** Failures count within a window that begins with the first; when it has passed, counting begins anew. */
const WINDOW_MS = 15 * 60_000;
const MAX_FAILURES_PER_EMAIL = 10;
/** Higher, because many people may share one address. */
const MAX_FAILURES_PER_ADDRESS = 50;

/**
 * Limits failed sign-ins per e-mail and per address, over all processes. An attempt counts before the password is
 * looked at and is taken back when it was right, so that guesses sent side by side cannot slip through together.
 */
export class SignInThrottle {
  constructor(private readonly clock: Clock) {}

  /** @returns how long to wait in milliseconds when there were too many; the attempt must not go on then. */
  async count(tx: PlatformTransaction, email: string, address: string): Promise<number | undefined> {
    const byEmail = await this.countOne(tx, emailSubject(email), MAX_FAILURES_PER_EMAIL);
    const byAddress = await this.countOne(tx, addressSubject(address), MAX_FAILURES_PER_ADDRESS);
    return byEmail === undefined || byAddress === undefined
      ? (byEmail ?? byAddress)
      : Math.max(byEmail, byAddress);
  }

  /** After a sign-in that was right: the e-mail starts afresh, the address gets its attempt back. */
  async succeeded(tx: PlatformTransaction, email: string, address: string): Promise<void> {
    await forgetAttempts(tx, emailSubject(email), this.windowStart());
    await takeAttemptBack(tx, addressSubject(address));
  }

  private async countOne(
    tx: PlatformTransaction,
    subject: string,
    limit: number,
  ): Promise<number | undefined> {
    const now = this.clock.now();
    const row = await countAttempt(tx, subject, now, this.windowStart());
    if (!row || row.failures <= limit) return undefined;
    return Math.max(row.windowStartedAt.getTime() + WINDOW_MS - now.getTime(), 1_000);
  }

  private windowStart(): Date {
    return new Date(this.clock.now().getTime() - WINDOW_MS);
  }
}

/** @throws SignInThrottledError when there is a time to wait. */
export function refuseThrottled(waitMs: number | undefined): void {
  if (waitMs !== undefined) throw new SignInThrottledError(waitMs);
}

const MAX_SUBJECT_CHARACTERS = 320;
const emailSubject = (email: string) => `email:${email}`.slice(0, MAX_SUBJECT_CHARACTERS);
const addressSubject = (address: string) => `address:${address}`.slice(0, MAX_SUBJECT_CHARACTERS);
