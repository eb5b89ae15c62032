import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ToolErrorClass, UserRole } from '#contracts';
import type { ToolRunState } from '#contracts/console';

/** A tool that somebody runs from the console. The row is the truth; the follow-up `run-tool` points to it. */
@Entity('tool_runs')
@Unique('tool_runs_by_key', ['orgId', 'userId', 'key'])
@Index('tool_runs_by_tool', ['orgId', 'tool', 'id'])
@Index('tool_runs_of_conversation', ['orgId', 'conversationId'])
@Index('tool_runs_waiting', ['orgId', 'createdAt'], { where: `state = 'awaiting_approval'` })
export class ToolRun {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_runs_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_runs_pkey' })
  id: string;

  @Column('uuid')
  userId: string;

  /** When it was asked for; it is looked at again before it runs. */
  @Column('text')
  userRole: UserRole;

  /** Of the form that was sent. */
  @Column('uuid')
  key: string;

  @Column('text')
  tool: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** Secrets among them are taken out when it has ended. */
  @Column('jsonb')
  arguments: Record<string, unknown>;

  /** Of the arguments as they were sent. */
  @Column('text')
  argumentsHash: string;

  @Column('text', { default: 'queued' })
  state: ToolRunState;

  /** Times that a worker began it: after the first it may have got as far as its side effect. */
  @Column('integer', { default: 0 })
  starts: number;

  @Column('text', { nullable: true })
  approvalReason: string | null;

  /** Prepared, as a person is asked about them; as they were given they are run. */
  @Column('jsonb', { nullable: true })
  approvalArguments: Record<string, unknown> | null;

  /** Of those. */
  @Column('text', { nullable: true })
  approvalHash: string | null;

  /** When nobody may agree any more; null while nobody is asked. */
  @Column('timestamptz', { nullable: true })
  approvalExpiresAt: Date | null;

  @Column('uuid', { nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  @Column('jsonb', { nullable: true })
  result: unknown;

  @Column('text', { nullable: true })
  errorClass: ToolErrorClass | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('integer', { nullable: true })
  attempts: number | null;

  @Column('boolean', { nullable: true })
  cached: boolean | null;

  @Column('double precision', { nullable: true })
  durationMs: number | null;

  @Column('text')
  traceId: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
