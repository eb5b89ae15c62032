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

/** Failures count within a window that begins with the first; when it has passed, counting begins anew. */
const WINDOW_MS = 15 * 60_000;
const MAX_FAILURES_PER_EMAIL = 10;
/** Higher, because many people may share one address. */
const MAX_FAILURES_PER_ADDRESS = 50;
/** A place where somebody has signed in is known for this long after the last attempt there. */
const PLACE_KNOWN_MS = 30 * 24 * 3_600_000;

/** An attempt to sign in, as it was counted. */
export interface CountedAttempt {
  address: string;
  /** The e-mail at this address. */
  place: string;
  /** Whose failures it counts among, beside those of the address. */
  subject: string;
  /** How long to wait when there were too many failures; the attempt must not go on then. */
  waitMs: number | undefined;
}

/**
 * Limits failed sign-ins per e-mail and per address, over all processes. An attempt counts before the password is
 * looked at and is taken back when it was right, so that guesses sent side by side cannot slip through together.
 *
 * Where somebody has signed in before, their e-mail is counted by itself: guesses from elsewhere would keep them out of
 * the console for as long as a stranger likes.
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

  /** After a sign-in that was right: the e-mail starts afresh, the place is known, the address gets its attempt back. */
  async succeeded(tx: PlatformTransaction, { subject, place, address }: CountedAttempt): Promise<void> {
    await forgetAttempts(tx, subject);
    // In the order in which they are counted, so that nobody waits for each other.
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

/** @throws SignInThrottledError when there is a time to wait. */
export function refuseThrottled(waitMs: number | undefined): void {
  if (waitMs !== undefined) throw new SignInThrottledError(waitMs);
}

const MAX_SUBJECT_CHARACTERS = 320;
const subjectOf = (kind: string, who: string) => `${kind}${who}`.slice(0, MAX_SUBJECT_CHARACTERS);
const addressSubject = (address: string) => subjectOf('address:', address);
