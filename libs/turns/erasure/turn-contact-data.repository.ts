import { TurnpikeError } from '#contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#config';
import type { Database } from '#database';
import { OF_CONTACT, OF_CONVERSATIONS, OF_TURNS, TableContactData } from '#identity';
import { awaitTraceWrites } from '#telemetry';
import type { TurnControl } from '../run/turn-control.service.ts';

/** Long enough for a running turn to stop at its next step, because a model call is aborted. */
const STOP_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 100;

const UNFINISHED = `
  SELECT id FROM turns
   WHERE org_id = $1 AND contact_id = $2 AND state IN ('queued', 'running', 'awaiting_approval') ORDER BY created_at DESC`;
/** The trace of a turn is written within this time after its end: four times the pause between two writes. */
const TRACE_WRITTEN_MS = 1_000;
/** A turn that has not ended, or whose trace may still be unwritten. */
const STILL_WRITES = `
  SELECT 1 FROM turns
   WHERE org_id = $1 AND contact_id = $2
     AND (state IN ('queued', 'running', 'awaiting_approval') OR finished_at > $3) LIMIT 1`;

/** Prevents the write of runs that a worker still holds because an outbox task has just ended or the database was away. */
const MARK_ERASED = `
  INSERT INTO erased_spans AS known (org_id, subject)
  SELECT $1, c.id::text FROM conversations c WHERE c.org_id = $1 AND c.contact_id = $2
   UNION SELECT $1, u.trace_id FROM turns u WHERE u.org_id = $1 AND u.contact_id = $2
  ON CONFLICT (org_id, subject) DO UPDATE SET erased_at = clock_timestamp()`;

/** Export and erasure of a contact's conversations and of all rows that belong to their turns. Turns are erased after the rows that are found through them. */
export class TurnContactData extends TableContactData {
  constructor(
    private readonly database: Database,
    private readonly control: Pick<TurnControl, 'cancel'>,
    private readonly clock: Clock,
  ) {
    super('turns', 100, [
      {
        table: 'webhook_attempts',
        where: `t.delivery_id IN (SELECT d.id FROM webhook_deliveries d WHERE d.org_id = $1 AND d.turn_id IN (
                  SELECT u.id FROM turns u WHERE u.org_id = $1 AND u.contact_id = $2))`,
        hidden: 'all',
      },
      { table: 'webhook_deliveries', where: OF_TURNS, hidden: 'all' },
      { table: 'approvals', where: OF_TURNS, hidden: 'all' },
      { table: 'outbox_tasks', where: OF_CONVERSATIONS, hidden: 'all' },
      { table: 'idempotency_keys', where: OF_TURNS, hidden: 'all' },
      { table: 'tool_runs', where: OF_CONVERSATIONS, hidden: 'all' },
      { table: 'tool_effects', where: `(${OF_TURNS} OR ${OF_CONVERSATIONS})`, hidden: 'all' },
      { table: 'tool_calls', where: `(${OF_TURNS} OR ${OF_CONVERSATIONS})` },
      // A cached result does not name its contact, so the whole cache of the org is emptied.
      { table: 'tool_cache', where: "t.state <> 'running' AND $2::text IS NOT NULL", hidden: 'all' },
      {
        table: 'outbox_messages',
        where: `EXISTS (SELECT 1 FROM turns u
                  WHERE u.org_id = $1 AND u.contact_id = $2 AND starts_with(t.key, u.id::text || ':'))`,
        hidden: ['key', 'error'],
      },
      // A request that other contacts have made too stays.
      {
        table: 'feature_requests',
        where: `EXISTS (SELECT 1 FROM feature_request_occurrences o
                  WHERE o.org_id = $1 AND o.request_id = t.id AND o.contact_id = $2)
                AND NOT EXISTS (SELECT 1 FROM feature_request_occurrences o
                  WHERE o.org_id = $1 AND o.request_id = t.id AND o.contact_id IS DISTINCT FROM $2)`,
        hidden: ['embedding', 'embedding_model'],
      },
      { table: 'feature_request_occurrences', where: OF_CONTACT },
      { table: 'broker_decisions', where: OF_TURNS, hidden: 'all' },
      {
        table: 'traces',
        where: `(${OF_CONVERSATIONS} OR t.conversation_id IS NULL AND t.trace_id IN (
                  SELECT u.trace_id FROM turns u WHERE u.org_id = $1 AND u.contact_id = $2))`,
        hidden: 'all',
      },
      { table: 'turn_steps', where: OF_TURNS, hidden: 'all' },
      { table: 'turn_events', where: OF_TURNS, hidden: 'all' },
      { table: 'conversation_readers', where: OF_CONVERSATIONS, hidden: 'all' },
      { table: 'turn_feedback', where: OF_TURNS, hidden: ['author'] },
      { table: 'shared_contexts', where: OF_CONVERSATIONS },
      { table: 'messages', where: OF_CONVERSATIONS },
      {
        table: 'turns',
        where: OF_CONTACT,
        hidden: [
          'lease_token',
          'lease_until',
          'traceparent',
          'request',
          'priority_class',
          'admission',
          'run',
          'starts',
        ],
      },
      { table: 'conversations', where: OF_CONTACT },
    ]);
  }

  /** Cancels the contact's turns and waits until none runs and all their traces are written. Later ones are dropped. */
  async stop(orgId: string, contactId: string): Promise<void> {
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    await this.cancelTurns(orgId, contactId);
    while (await this.stillWrites(orgId, contactId)) {
      if (performance.now() > deadline)
        throw new TurnpikeError(
          'A turn of this contact is still running and does not stop; try again soon.',
          {
            code: 'ERASURE_BUSY',
            kind: 'conflict',
            retry: 'retry',
            retryAfterMs: 5_000,
          },
        );
      await delay(LOOK_EVERY_MS);
      // Cancels again: the worker of a running turn may be gone by now, and only then can the turn end here.
      await this.cancelTurns(orgId, contactId);
    }
    await this.database.forOrg(orgId, (tx) => tx.execute(MARK_ERASED, [contactId]));
    await awaitTraceWrites(this.database);
  }

  private async cancelTurns(orgId: string, contactId: string): Promise<void> {
    const unfinished = await this.database.forOrg(orgId, (tx) =>
      tx.query<{ id: string }>(UNFINISHED, [contactId]),
    );
    for (const { id } of unfinished) await this.control.cancel(orgId, id);
  }

  private async stillWrites(orgId: string, contactId: string): Promise<boolean> {
    const endedSince = new Date(this.clock.now().getTime() - TRACE_WRITTEN_MS);
    const rows = await this.database.forOrg(orgId, (tx) => tx.query(STILL_WRITES, [contactId, endedSince]));
    return rows.length > 0;
  }
}
