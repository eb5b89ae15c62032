import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EffectState } from '#contracts';

/** The idempotency ledger: one row per call with side effects. The same key never runs twice. */
@Entity('tool_effects')
@Index('tool_effects_open', ['orgId', 'startedAt', 'key'], {
  where: `state IN ('started', 'unknown_outcome')`,
})
export class ToolEffect {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_effects_pkey' })
  orgId: string;

  /** `turn:step` or the caller's own key. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tool_effects_pkey' })
  key: string;

  @Column('text')
  tool: string;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** What was asked for, for the person who settles it: secrets redacted, cut at a set size. */
  @Column('jsonb')
  arguments: unknown;

  /** Of the arguments as they came: the same key with others is another call. */
  @Column('text')
  argumentsHash: string;

  @Column('text')
  state: EffectState;

  /** `data` of the result, once it is done. */
  @Column('jsonb', { nullable: true })
  result: unknown;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** Who said how it ended, where nobody knew. */
  @Column('uuid', { nullable: true })
  settledBy: string | null;

  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  @Column('text', { nullable: true })
  settledWhy: string | null;
}
