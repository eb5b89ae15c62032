import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

export type OutboxTaskState = 'pending' | 'running' | 'done' | 'failed';

/** Work that follows from something stored, such as a turn's end. The row is the truth; its job only points to it. */
@Entity('outbox_tasks')
@Unique('outbox_tasks_by_key', ['orgId', 'job', 'key'])
@Index('outbox_tasks_unfinished', ['runAt', 'id'], { where: "state IN ('pending', 'running')" })
@Index('outbox_tasks_of_turn', ['orgId', 'turnId'])
@Index('outbox_tasks_by_time', ['orgId', 'createdAt', 'id'])
@Index('outbox_tasks_failed', ['orgId', 'createdAt', 'id'], { where: "state = 'failed'" })
export class OutboxTaskRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_tasks_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_tasks_pkey' })
  id: string;

  @Column('text')
  job: string;

  /** Names the work within org and job: the same work asked for twice is one row. */
  @Column('text')
  key: string;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** W3C context of what asked for the work. */
  @Column('text')
  traceparent: string;

  @Column('jsonb')
  payload: unknown;

  @Column('text', { default: 'pending' })
  state: OutboxTaskState;

  /** Since it was added or last asked to be run later; one that is taken over from a dead worker goes on. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Times that a worker began it in these attempts; one that kills its workers again and again is given up. */
  @Column('integer', { default: 0 })
  starts: number;

  /** Times that it was enqueued afresh; part of the job's id. */
  @Column('integer', { default: 0 })
  run: number;

  /** Not to be begun before. */
  @Column('timestamptz')
  runAt: Date;

  /** The worker that runs it, by a token of that run, until the moment that the database's own clock says. */
  @Column('uuid', { nullable: true })
  leaseToken: string | null;

  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;

  /** Of the last attempt that failed. */
  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
