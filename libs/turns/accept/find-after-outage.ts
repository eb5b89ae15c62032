import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError, type Database } from '#database';
import { AcceptanceUnknownError } from '../turn.errors.ts';
import { AcceptRepository, type AcceptedTurnRow, type MessageContent } from './accept.repository.ts';

/** A restart takes about a second; who sends waits for it no longer than this in all. */
const LOOKS_AFTER_MS = [100, 400, 500, 1_000];

/**
 * Looks for a turn whose commit got no answer: it may be there, and then its message must not be sent again. Its job is
 * the sweeper's, as after any crash between commit and enqueue.
 *
 * @returns undefined when it is not there: nothing was accepted.
 * @throws AcceptanceUnknownError when the database does not come back.
 */
export async function acceptedAfterAll(
  database: Database,
  turn: { orgId: string; turnId: string; content: MessageContent },
): Promise<AcceptedTurnRow | undefined> {
  let away: unknown;
  for (const pauseMs of LOOKS_AFTER_MS) {
    await delay(pauseMs);
    try {
      const row = await database.forOrg(turn.orgId, (tx) =>
        new AcceptRepository(tx).findById(turn.turnId, turn.content),
      );
      if (row) return { ...row, repeated: false };
      away = undefined;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      away = error;
    }
  }
  if (away !== undefined) throw new AcceptanceUnknownError(away);
  return undefined;
}
