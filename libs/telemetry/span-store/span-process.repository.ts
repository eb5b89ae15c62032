import type { PlatformTransaction } from '#database';
import { ATTRIBUTES } from '../attributes.ts';

/** A process that has not said for so long that it is there is gone: it says so every ten seconds. */
const GONE_AFTER_S = 60;
/**
 * While the database is away nobody can say that it is there, and when it is back a sweep may come before they do. So processes
 * are taken for gone only where another was there all the time that makes them so, without a gap of this length.
 */
const GAP_S = 30;
/** Rows of processes that are gone serve nobody after that. */
const KEPT_S = 86_400;

const INTERRUPTED = 'Interrupted: the process was gone before it wrote how this ended.';

/**
 * Along the index `ix_spans_open`, which holds those alone that have no end. Runs of turns and the steps in them wait for the
 * end of their turn, which says how they went.
 *
 * A span that names no process is of a version before it did so, and may run until that process is replaced.
 */
const END_INTERRUPTED = `
  WITH witness AS (
    SELECT 1 FROM span_processes
     WHERE seen_at > clock_timestamp() - ${GAP_S} * interval '1 second'
       AND since <= clock_timestamp() - ${GONE_AFTER_S} * interval '1 second'
  )
  UPDATE spans s SET status = 'error', error_message = '${INTERRUPTED}',
         attributes = (s.attributes - '${ATTRIBUTES.process}') || '{"${ATTRIBUTES.endInferred}":true}'
    FROM (SELECT o.trace_id, o.span_id, o.started_at
            FROM spans o
           WHERE o.status = 'running' AND o.kind IS DISTINCT FROM 'turn'
             AND CASE WHEN o.attributes ? '${ATTRIBUTES.process}'
                      THEN EXISTS (SELECT 1 FROM witness) AND NOT EXISTS (SELECT 1 FROM span_processes p
                                        WHERE p.id::text = o.attributes ->> '${ATTRIBUTES.process}'
                                          AND p.seen_at > clock_timestamp() - ${GONE_AFTER_S} * interval '1 second')
                      ELSE o.started_at < $1 END
             AND (o.kind = 'job' OR o.turn_id IS NULL OR NOT EXISTS (
                   SELECT 1 FROM spans run
                    WHERE run.trace_id = o.trace_id AND run.turn_id = o.turn_id AND run.kind = 'turn' AND run.status = 'running'))
           ORDER BY o.started_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED) open
   WHERE s.trace_id = open.trace_id AND s.span_id = open.span_id AND s.started_at = open.started_at AND s.status = 'running'`;

/** Says that the process is there. */
export async function sayThere(tx: PlatformTransaction, processId: string): Promise<void> {
  await tx.execute(
    `INSERT INTO span_processes AS known (id) VALUES ($1)
     ON CONFLICT (id) DO UPDATE
       SET since = CASE WHEN known.seen_at > clock_timestamp() - ${GAP_S} * interval '1 second'
                        THEN known.since ELSE clock_timestamp() END,
           seen_at = clock_timestamp()`,
    [processId],
  );
}

/**
 * Ends what processes that are gone have left open, jobs and requests above all, as interrupted: nobody knows how it went, nor
 * when.
 *
 * @param look.unnamedBefore how old a span without a process is to be.
 * @returns the number of spans.
 */
export async function endInterruptedSpans(
  tx: PlatformTransaction,
  look: { unnamedBefore: Date; limit: number },
): Promise<number> {
  await tx.execute(
    `DELETE FROM span_processes WHERE seen_at < clock_timestamp() - ${KEPT_S} * interval '1 second'`,
  );
  return tx.execute(END_INTERRUPTED, [look.unnamedBefore, look.limit]);
}
