import type { PlatformTransaction } from '#database';
import { ATTRIBUTES } from '../attributes.ts';

/** A process without a heartbeat for this long is gone; it sends one every ten seconds. */
const GONE_AFTER_S = 60;
/**
 * No process can send heartbeats during a database outage, and a sweep may run right after it. A process therefore counts
 * as gone only if another process sent heartbeats during the whole period without a gap of this length.
 */
const GAP_S = 30;
/** Retention of the rows of processes that are gone. */
const KEPT_S = 86_400;

const INTERRUPTED = 'Interrupted: the process was gone before it wrote how this ended.';

/**
 * Uses the index `ix_spans_open`, which contains only spans without an end. Runs of turns and their steps are left open
 * until the end of their turn, which determines their status.
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
             AND EXISTS (SELECT 1 FROM witness) AND NOT EXISTS (
                   SELECT 1 FROM span_processes p
                    WHERE p.id::text = o.attributes ->> '${ATTRIBUTES.process}'
                      AND p.seen_at > clock_timestamp() - ${GONE_AFTER_S} * interval '1 second')
             AND (o.kind = 'job' OR o.turn_id IS NULL OR NOT EXISTS (
                   SELECT 1 FROM spans run
                    WHERE run.trace_id = o.trace_id AND run.turn_id = o.turn_id AND run.kind = 'turn' AND run.status = 'running'))
           ORDER BY o.started_at LIMIT $1 FOR UPDATE OF o SKIP LOCKED) open
   WHERE s.trace_id = open.trace_id AND s.span_id = open.span_id AND s.started_at = open.started_at AND s.status = 'running'`;

/** Records a heartbeat of the process. */
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
 * Ends the open spans of processes that are gone, mostly jobs and requests, as interrupted. Their outcome and end time are
 * unknown.
 *
 * @returns the number of ended spans.
 */
export async function endInterruptedSpans(tx: PlatformTransaction, limit: number): Promise<number> {
  await tx.execute(
    `DELETE FROM span_processes WHERE seen_at < clock_timestamp() - ${KEPT_S} * interval '1 second'`,
  );
  return tx.execute(END_INTERRUPTED, [limit]);
}
