import type { PlatformTransaction } from '#database';

/** A process writes each of its open runs at least every 10 seconds. */
const GONE_AFTER_S = 30;

const INTERRUPTED = 'Interrupted: the process was gone before it wrote how this ended.';

/**
 * The run that ended its turn ends with it, because only the write of its trace is missing. Any other ends as interrupted,
 * at an unknown time. A turn that a worker holds is left open: the database may only have been away. An end that comes
 * later replaces what is written here.
 */
const END_OPEN_TRACES = `
  UPDATE traces r
     SET status = e.status, latency_ms = e.latency_ms, agent = coalesce(r.agent, e.agent),
         error_class = CASE WHEN e.status = 'error' THEN coalesce(e.error_class, 'INTERRUPTED') END,
         error_message = CASE WHEN e.status = 'error' THEN coalesce(e.error_class, '${INTERRUPTED}') END
    FROM (SELECT o.trace_id, o.span_id, o.started_at, t.agent, t.error_class,
                 CASE WHEN t.state IN ('completed', 'cancelled') THEN 'success'
                      WHEN t.state = 'awaiting_approval' THEN 'pending' ELSE 'error' END AS status,
                 greatest(extract(epoch FROM t.finished_at - o.started_at) * 1000, 0) AS latency_ms
            FROM traces o
            LEFT JOIN turns t ON o.kind = 'turn' AND t.org_id = o.org_id AND t.id = o.turn_id AND t.starts = o.attempt
           WHERE o.status = 'running' AND o.written_at < clock_timestamp() - ${GONE_AFTER_S} * interval '1 second'
             AND (t.id IS NULL OR t.state <> 'running' OR t.lease_until < clock_timestamp())
           ORDER BY o.written_at LIMIT $1 FOR UPDATE OF o SKIP LOCKED) e
   WHERE r.trace_id = e.trace_id AND r.span_id = e.span_id AND r.started_at = e.started_at AND r.status = 'running'`;

/**
 * Ends the runs of processes that are gone.
 *
 * @returns the number of runs.
 */
export function endOpenTraces(tx: PlatformTransaction, limit: number): Promise<number> {
  return tx.execute(END_OPEN_TRACES, [limit]);
}
