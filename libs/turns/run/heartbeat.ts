import type { TurnLog } from '../journal/turn-log.ts';
import type { TurnPorts } from '../pipeline/turn-context.ts';
import { LeaseLostError } from '../turn.errors.ts';
import { LEASE_RENEWAL_MS, type ClaimRepository } from './claim.repository.ts';
import type { TurnRow } from './claimed-turn.ts';

/**
 * Renews the lease of a run until stopped. Aborts the run if another worker has taken over the turn, and reports a
 * requested cancellation to the log.
 *
 * @returns a function that stops the heartbeat.
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
      // A short database outage is harmless; during a long one, the lease expires.
      (error: unknown) => logger.warn({ err: error, turnId: row.id }, 'the lease could not be renewed'),
    );
  }, LEASE_RENEWAL_MS);
  return () => clearInterval(timer);
}
