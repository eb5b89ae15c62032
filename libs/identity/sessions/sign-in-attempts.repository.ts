import type { PlatformTransaction } from '#database';
import type { SignInAttempts } from './session.entity.ts';

const COUNT_ATTEMPT = `
  INSERT INTO sign_in_attempts AS a (subject, failures, window_started_at) VALUES ($1, 1, $2)
  ON CONFLICT (subject) DO UPDATE SET
    failures = CASE WHEN a.window_started_at <= $3 THEN 1 ELSE a.failures + 1 END,
    window_started_at = CASE WHEN a.window_started_at <= $3 THEN excluded.window_started_at ELSE a.window_started_at END
  RETURNING failures, window_started_at AS "windowStartedAt"`;

/** Counts an attempt for `subject`. Restarts at one if its window began at or before `windowStart`. */
export async function countAttempt(
  tx: PlatformTransaction,
  subject: string,
  now: Date,
  windowStart: Date,
): Promise<Omit<SignInAttempts, 'subject'> | undefined> {
  const [row] = await tx.query<Omit<SignInAttempts, 'subject'>>(COUNT_ATTEMPT, [subject, now, windowStart]);
  return row;
}

export async function takeAttemptBack(tx: PlatformTransaction, subject: string): Promise<void> {
  await tx.execute('UPDATE sign_in_attempts SET failures = greatest(failures - 1, 0) WHERE subject = $1', [
    subject,
  ]);
}

export async function forgetAttempts(tx: PlatformTransaction, subject: string): Promise<void> {
  await tx.execute('DELETE FROM sign_in_attempts WHERE subject = $1', [subject]);
}

/** Prefix of subjects that are places. Their rows are kept longer. */
export const PLACE = 'place:';

/** True if a sign-in succeeded at the place and the place was used after `since`. */
export async function isKnownPlace(tx: PlatformTransaction, place: string, since: Date): Promise<boolean> {
  const sql = 'SELECT 1 FROM sign_in_attempts WHERE subject = $1 AND window_started_at > $2';
  return (await tx.query(sql, [place, since])).length > 0;
}

/** Called after a successful sign-in at the place; resets its failures. */
export async function rememberPlace(tx: PlatformTransaction, place: string, now: Date): Promise<void> {
  await tx.execute(
    `INSERT INTO sign_in_attempts (subject, failures, window_started_at) VALUES ($1, 0, $2)
     ON CONFLICT (subject) DO UPDATE SET failures = 0, window_started_at = excluded.window_started_at`,
    [place, now],
  );
}

/** Removes expired rows: places that began at or before `placesBefore`, others that began at or before `windowStart`. */
export async function removeOldAttempts(
  tx: PlatformTransaction,
  { windowStart, placesBefore }: { windowStart: Date; placesBefore: Date },
): Promise<void> {
  // Skips rows locked by concurrent attempts, because waiting for them could deadlock.
  await tx.execute(
    `DELETE FROM sign_in_attempts WHERE subject IN (
       SELECT subject FROM sign_in_attempts
        WHERE window_started_at <= CASE WHEN starts_with(subject, $3) THEN $2::timestamptz ELSE $1::timestamptz END
          FOR UPDATE SKIP LOCKED)`,
    [windowStart, placesBefore, PLACE],
  );
}
