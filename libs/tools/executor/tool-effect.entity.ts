import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ToolEffectState = 'started' | 'done' | 'failed' | 'unknown_outcome';

/** The idempotency ledger: one row per call with side effects. The same key never runs twice. */
@Entity('tool_effects')
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

  @Column('text')
  state: ToolEffectState;

  /** `data` of the result, once it is done. */
  @Column('jsonb', { nullable: true })
  result: unknown;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
