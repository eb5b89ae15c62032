import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';
import type { EffectState } from '#contracts';

/** The effect ledger: one row per call with side effects. The effect happens at most once per key. */
@Entity('tool_effects')
@Index('tool_effects_open', ['orgId', 'startedAt', 'key'], {
  where: `state IN ('started', 'unknown_outcome')`,
})
export class ToolEffect extends RowOfOrg {
  /** `turn:step` or the caller's own key. */
  @PrimaryColumn('text')
  key: string;

  @Column('text')
  tool: string;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** The arguments, for the person who settles the effect: secrets redacted, cut at 64 KiB. */
  @Column('jsonb')
  arguments: unknown;

  /** Hash of the arguments as received. The same key with other arguments is a conflict. */
  @Column('text')
  argumentsHash: string;

  @Column('text')
  state: EffectState;

  /** `data` of the result, in state `done`. */
  @Column('jsonb', { nullable: true })
  result: unknown;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** The user who settled an unknown outcome. */
  @Column('uuid', { nullable: true })
  settledBy: string | null;

  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  @Column('text', { nullable: true })
  settledWhy: string | null;
}
