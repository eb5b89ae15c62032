import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError, type Database } from '#database';
import { AcceptanceUnknownError } from '../turn.errors.ts';
import { AcceptRepository, type AcceptedTurnRow, type MessageContent } from './accept.repository.ts';

/** A restart of the database takes about a second. The sender waits no longer than this in all. */
const LOOKS_AFTER_MS = [100, 400, 500, 1_000];

/**
 * Looks for a turn whose commit got no answer. If it is there, the message must not be sent again; the sweeper enqueues it,
 * as after any crash between commit and enqueue.
 *
 * @returns undefined if it is not there: nothing was accepted.
 * @throws AcceptanceUnknownError if the database does not come back.
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
