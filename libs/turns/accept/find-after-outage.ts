import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError, type Database } from '#database';
import { AcceptanceUnknownError } from '../turn.errors.ts';
import { AcceptRepository, type AcceptedTurnRow, type MessageContent } from './accept.repository.ts';

/** Delays before each look-up. A restart of the database takes about a second; the sender waits no longer than the sum. */
const LOOKS_AFTER_MS = [100, 400, 500, 1_000];

/**
 * Looks up a turn whose commit was not confirmed. If the turn exists, the message must not be sent again; the sweeper enqueues the turn, as
 * after any crash between commit and enqueue.
 *
 * @returns undefined if the turn does not exist: nothing was accepted.
 * @throws AcceptanceUnknownError if the database does not come back in time.
 */
export async function findAfterOutage(
  database: Database,
  orgId: string,
  turnId: string,
  content: MessageContent,
): Promise<AcceptedTurnRow | undefined> {
  let outage: DatabaseUnavailableError | undefined;
  for (const pauseMs of LOOKS_AFTER_MS) {
    await delay(pauseMs);
    try {
      const row = await database.forOrg(orgId, (tx) => new AcceptRepository(tx).findById(turnId, content));
      if (row) return { ...row, repeated: false };
      outage = undefined;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      outage = error;
    }
  }
  if (outage) throw new AcceptanceUnknownError(outage);
  return undefined;
}
