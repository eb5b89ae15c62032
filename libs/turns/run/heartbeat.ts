import type { TurnLog } from '../journal/turn-log.ts';
import type { TurnPorts } from '../pipeline/turn-context.ts';
import { LeaseLostError } from '../turn.errors.ts';
import { LEASE_RENEWAL_MS, type ClaimRepository } from './claim.repository.ts';
import type { TurnRow } from './claimed-turn.ts';

/**
 * Renews the lease of a run until it is stopped. Aborts the run when another worker has the turn, and reports a requested
 * cancellation to the log.
 *
 * @returns stops it.
 */
export function startHeartbeat(
  { claims, logger }: Pick<TurnPorts, 'logger'> & { claims: Pick<ClaimRepository, 'renew'> },
  row: TurnRow,
  log: Pick<TurnLog, 'cancel'>,
  controller: AbortController,
): () => void {
  const timer = setInterval(() => {
    claims.renew(row).then(
      ({ held, cancelRequested }) => {
        if (!held) controller.abort(new LeaseLostError(row.id));
        else if (cancelRequested) log.cancel();
      },
      // A short outage of the database does no harm; in a long one the lease runs out by itself.
      (error: unknown) => logger.warn({ err: error, turnId: row.id }, 'the lease could not be renewed'),
    );
  }, LEASE_RENEWAL_MS);
  return () => clearInterval(timer);
}
