import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SpanKind } from '../attributes.ts';

/**
 * `pending`: ended because the call or turn waits for a person. `running`: not ended, or its process died. All others
 * have ended.
 */
export const spanStatuses = ['pending', 'running', 'success', 'error'] as const;
export type SpanStatus = (typeof spanStatuses)[number];

/**
 * One step of a trace in the console. The table is partitioned by month of `startedAt`, so the start is part of the key;
 * it does not change between the two writes of a span. Texts are redacted and truncated.
 */
@Entity('spans')
@Check('ck_spans_status', `status IN ('pending', 'running', 'success', 'error')`)
@Index('ix_spans_org_started', ['orgId', 'startedAt', 'spanId'])
@Index('ix_spans_searched', { synchronize: false })
@Index('ix_spans_failed', { synchronize: false })
@Index('ix_spans_open', { synchronize: false })
@Index('ix_spans_org_conversation', ['orgId', 'conversationId', 'startedAt'])
export class StoredSpan {
  /** 32 hexadecimal digits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_spans' })
  traceId: string;

  /** 16 hexadecimal digits. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_spans' })
  spanId: string;

  /** Microseconds in the table; milliseconds when read as a Date. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'pk_spans' })
  startedAt: Date;

  @Column('text', { nullable: true })
  parentSpanId: string | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  kind: SpanKind | null;

  @Column('uuid')
  orgId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('text', { nullable: true })
  agent: string | null;

  @Column('text', { nullable: true })
  pack: string | null;

  @Column('text', { nullable: true })
  task: string | null;

  @Column('text', { nullable: true })
  intent: string | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('text', { nullable: true })
  provider: string | null;

  @Column('text', { nullable: true })
  tool: string | null;

  @Column('text', { nullable: true })
  thoughtSummary: string | null;

  @Column('jsonb', { nullable: true })
  thoughtSteps: unknown;

  @Column('jsonb', { nullable: true })
  toolCalls: unknown;

  @Column('text', { nullable: true })
  draftReply: string | null;

  @Column('integer', { nullable: true })
  promptTokens: number | null;

  @Column('integer', { nullable: true })
  cachedTokens: number | null;

  @Column('integer', { nullable: true })
  completionTokens: number | null;

  /** A decimal number as text, as the driver reads numeric columns. */
  @Column('numeric', { nullable: true })
  costUsd: string | null;

  /** Null until the span has ended. */
  @Column('double precision', { nullable: true })
  latencyMs: number | null;

  @Column('text')
  status: SpanStatus;

  @Column('text', { nullable: true })
  errorMessage: string | null;

  @Column('text', { nullable: true })
  input: string | null;

  @Column('text', { nullable: true })
  output: string | null;

  /** All attributes without their own column. */
  @Column('jsonb', { default: {} })
  attributes: Record<string, unknown>;
}
