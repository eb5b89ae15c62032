import type { Clock } from '#config';
import type { PlatformTransaction } from '#database';
import { SignInThrottledError } from '../identity.errors.ts';
import {
  countAttempt,
  forgetAttempts,
  isKnownPlace,
  PLACE,
  rememberPlace,
  removeOldAttempts,
  takeAttemptBack,
} from './sign-in-attempts.repository.ts';

/** Failures count within a window that begins with the first failure. After the window, counting restarts. */
const WINDOW_MS = 15 * 60_000;
const MAX_FAILURES_PER_EMAIL = 10;
/** Higher than the limit per e-mail, because many people may share one address. */
const MAX_FAILURES_PER_ADDRESS = 50;
/** A place with a successful sign-in stays known for this long after the last attempt there. */
const PLACE_KNOWN_MS = 30 * 24 * 3_600_000;

export interface CountedAttempt {
  address: string;
  /** The combination of e-mail and address. */
  place: string;
  /** The subject whose failures include this attempt, in addition to those of the address. */
  subject: string;
  /** Milliseconds to wait after too many failures; the attempt must then be rejected. */
  waitMs: number | undefined;
}

/**
 * Limits failed sign-ins per e-mail and per address, across all processes. An attempt is counted before the password is
 * checked and uncounted if the password is right, so that parallel guesses cannot all pass.
 *
 * At an address where the e-mail has signed in before, its failures are counted separately. Otherwise guesses from other
 * addresses could lock the user out of the console.
 */
export class SignInThrottle {
  constructor(private readonly clock: Clock) {}

  async count(tx: PlatformTransaction, email: string, address: string): Promise<CountedAttempt> {
    const place = subjectOf(PLACE, `${address} ${email}`);
    const isKnown = await isKnownPlace(tx, place, this.ago(PLACE_KNOWN_MS));
    const subject = isKnown ? place : subjectOf('email:', email);
    const byEmail = await this.countOne(tx, subject, MAX_FAILURES_PER_EMAIL);
    const byAddress = await this.countOne(tx, addressSubject(address), MAX_FAILURES_PER_ADDRESS);
    const waitMs = Math.max(byEmail ?? 0, byAddress ?? 0) || undefined;
    return { address, place, subject, waitMs };
  }

  /**
   * Called after a successful sign-in: resets the count of the subject, remembers the place, and uncounts the attempt of
   * the address.
   */
  async succeeded(tx: PlatformTransaction, { subject, place, address }: CountedAttempt): Promise<void> {
    await forgetAttempts(tx, subject);
    // Same order of locks as in counting, to avoid deadlocks.
    await rememberPlace(tx, place, this.clock.now());
    await takeAttemptBack(tx, addressSubject(address));
    await removeOldAttempts(tx, { windowStart: this.ago(WINDOW_MS), placesBefore: this.ago(PLACE_KNOWN_MS) });
  }

  private async countOne(
    tx: PlatformTransaction,
    subject: string,
    limit: number,
  ): Promise<number | undefined> {
    const now = this.clock.now();
    const row = await countAttempt(tx, subject, now, this.ago(WINDOW_MS));
    if (!row || row.failures <= limit) return undefined;
    return Math.max(row.windowStartedAt.getTime() + WINDOW_MS - now.getTime(), 1_000);
  }

  private ago(durationMs: number): Date {
    return new Date(this.clock.now().getTime() - durationMs);
  }
}

/** @throws SignInThrottledError if `waitMs` is set. */
export function refuseThrottled(waitMs: number | undefined): void {
  if (waitMs !== undefined) throw new SignInThrottledError(waitMs);
}

const MAX_SUBJECT_CHARACTERS = 320;
const subjectOf = (kind: string, who: string) => `${kind}${who}`.slice(0, MAX_SUBJECT_CHARACTERS);
const addressSubject = (address: string) => subjectOf('address:', address);
