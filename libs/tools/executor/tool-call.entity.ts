import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';
import type { CallerKind, ToolErrorClass } from '#contracts';

/** The audit row of one tool call. Secrets are redacted; arguments and result are cut at 64 KiB. */
@Entity('tool_calls')
@Index('tool_calls_of_turn', ['orgId', 'turnId'])
@Index('tool_calls_by_tool', ['orgId', 'tool', 'createdAt'])
@Index('tool_calls_by_time', ['orgId', 'createdAt', 'id'])
export class ToolCall extends RowWithId {
  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('text', { nullable: true })
  stepKey: string | null;

  @Column('text')
  tool: string;

  @Column('text')
  pack: string;

  @Column('jsonb')
  arguments: unknown;

  @Column('jsonb')
  result: unknown;

  /** The full result, if `result` is cut. Not selected by default. */
  @Column('jsonb', { nullable: true, select: false })
  wholeResult: unknown;

  /** Size of the full result as JSON; 0 for a failure. */
  @Column('integer', { nullable: true })
  resultBytes: number | null;

  @Column('boolean')
  success: boolean;

  @Column('text', { nullable: true })
  errorClass: ToolErrorClass | null;

  @Column('integer')
  attempts: number;

  @Column('boolean', { default: false })
  cached: boolean;

  @Column('double precision')
  durationMs: number;

  @Column('text')
  channel: string;

  @Column('text')
  callerKind: CallerKind;

  @Column('uuid', { nullable: true })
  callerUserId: string | null;

  /** The API key of a call from outside a turn. */
  @Column('uuid', { nullable: true })
  callerKeyId: string | null;

  /** Recorded only for a successful call. */
  @Column('text', { nullable: true })
  capability: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
