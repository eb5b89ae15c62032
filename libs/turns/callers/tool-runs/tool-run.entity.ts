import { Column, Entity, Index, Unique } from 'typeorm';
import { RowWithId } from '#database';
import type { ToolErrorClass, UserRole } from '#contracts';
import type { ToolRunState } from '#contracts/console';

/** A run of a tool from the console. The row is the truth; the outbox task `run-tool` points to it. */
@Entity('tool_runs')
@Unique('tool_runs_by_key', ['orgId', 'userId', 'key'])
@Index('tool_runs_by_tool', ['orgId', 'tool', 'id'])
@Index('tool_runs_of_conversation', ['orgId', 'conversationId'])
@Index('tool_runs_waiting', ['orgId', 'createdAt'], { where: `state = 'awaiting_approval'` })
export class ToolRun extends RowWithId {
  @Column('uuid')
  userId: string;

  /** Role at the time of the request; it is checked again before the run. */
  @Column('text')
  userRole: UserRole;

  @Column('uuid')
  key: string;

  @Column('text')
  tool: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** Secrets among them are removed when the run has ended. */
  @Column('jsonb')
  arguments: Record<string, unknown>;

  /** Hash of the arguments as they were sent. */
  @Column('text')
  argumentsHash: string;

  @Column('text', { default: 'queued' })
  state: ToolRunState;

  /** The number of starts by workers. After the first start, its side effect may have happened. */
  @Column('integer', { default: 0 })
  starts: number;

  @Column('text', { nullable: true })
  approvalReason: string | null;

  /** The prepared arguments that a person is asked about; the run uses the arguments as given. */
  @Column('jsonb', { nullable: true })
  approvalArguments: Record<string, unknown> | null;

  /** Hash of `approvalArguments`. */
  @Column('text', { nullable: true })
  approvalHash: string | null;

  /** When the approval expires; null while none is requested. */
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
