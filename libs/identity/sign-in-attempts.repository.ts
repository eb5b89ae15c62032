import type { PlatformTransaction } from '#database';
import type { SignInAttempts } from './session.entity.ts';

const COUNT_ATTEMPT = `
  INSERT INTO sign_in_attempts AS a (subject, failures, window_started_at) VALUES ($1, 1, $2)
  ON CONFLICT (subject) DO UPDATE SET
    failures = CASE WHEN a.window_started_at <= $3 THEN 1 ELSE a.failures + 1 END,
    window_started_at = CASE WHEN a.window_started_at <= $3 THEN excluded.window_started_at ELSE a.window_started_at END
  RETURNING failures, window_started_at AS "windowStartedAt"`;

/** Counts an attempt of `subject`; from one on when its window began at `windowStart` or before. */
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

/** Forgets the attempts of `subject`, and of everybody whose window began at `windowStart` or before. */
export async function forgetAttempts(
  tx: PlatformTransaction,
  subject: string,
  windowStart: Date,
): Promise<void> {
  await tx.execute('DELETE FROM sign_in_attempts WHERE subject = $1', [subject]);
  // Who is just counted anew is somebody else's row: waiting for it here could be waited for there.
  await tx.execute(
    `DELETE FROM sign_in_attempts WHERE subject IN (
       SELECT subject FROM sign_in_attempts WHERE window_started_at <= $1 FOR UPDATE SKIP LOCKED)`,
    [windowStart],
  );
}
