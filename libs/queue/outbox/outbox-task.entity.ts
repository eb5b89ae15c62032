import { Column, Entity, Index, Unique } from 'typeorm';
import { RowWithId } from '#database';

export type OutboxTaskState = 'pending' | 'running' | 'done' | 'failed';

/**
 * Work outside a turn that follows from a stored change, such as the end of a turn. The row is the truth; its job only
 * points to it.
 */
@Entity('outbox_tasks')
@Unique('outbox_tasks_by_key', ['orgId', 'job', 'key'])
@Index('outbox_tasks_unfinished', ['runAt', 'id'], { where: "state IN ('pending', 'running')" })
@Index('outbox_tasks_of_turn', ['orgId', 'turnId'])
@Index('outbox_tasks_by_time', ['orgId', 'createdAt', 'id'])
@Index('outbox_tasks_failed', ['orgId', 'createdAt', 'id'], { where: "state = 'failed'" })
export class OutboxTaskRow extends RowWithId {
  @Column('text')
  job: string;

  /** Deduplication key within org and job: two requests for the same work give one row. */
  @Column('text')
  key: string;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** W3C trace context of the request for the work. */
  @Column('text')
  traceparent: string;

  @Column('jsonb')
  payload: unknown;

  @Column('text', { default: 'pending' })
  state: OutboxTaskState;

  /** Attempts since the task was added or last returned by RunLaterError. A takeover from a dead worker does not add one. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Number of starts by a worker within these attempts. A task that repeatedly kills its workers becomes dead. */
  @Column('integer', { default: 0 })
  starts: number;

  /** How often the task was enqueued again; part of the job's id. */
  @Column('integer', { default: 0 })
  run: number;

  /** Earliest start. */
  @Column('timestamptz')
  runAt: Date;

  /** Token of the run that holds the lease. The database's clock decides when the lease expires. */
  @Column('uuid', { nullable: true })
  leaseToken: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;

  /** Error of the last failed attempt. */
  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
