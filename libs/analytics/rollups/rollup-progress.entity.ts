import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the rows of an org are rolled up, and into which days. */
@Entity('rollup_progress')
export class RollupProgress {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_rollup_progress' })
  orgId: string;

  /** Of the days, beside those of UTC. */
  @Column('text')
  timeZone: string;

  /** Of the finer rows: 60, or 30 or 15 where days of the time zone begin between hours of UTC. */
  @Column('smallint')
  stepMinutes: number;

  /** Hours before are closed and the days that they fill are made; only what is late touches them again. */
  @Column('timestamptz')
  rolledUntil: Date;

  /** Until when everything is rolled up: of the last round, or the hour that a round which broke off had come to. */
  @Column('timestamptz')
  rolledAt: Date;

  /** The first transaction that the last round may not have seen: rows of it and of later ones are new. Null: all are. */
  @Column('bigint', { nullable: true })
  seenXid: string | null;

  /** When that was: new rows bear no time of long before. */
  @Column('timestamptz')
  seenAt: Date;

  /** How long the last round took, in milliseconds, up to the longest that makes a difference to its rest. */
  @Column('integer', { default: 0 })
  tookMs: number;

  /**
   * Of hours before, decisions of the broker may be gone, and with them dimensions and counts of their turns: they are not
   * summed anew. Null: all are there.
   */
  @Column('timestamptz', { nullable: true })
  decisionsSince: Date | null;
}

/** A turn that was rolled up and is being erased: it must not count twice while its rows are still there. */
@Entity('rolled_up_turns')
export class RolledUpTurn {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_rolled_up_turns' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_rolled_up_turns' })
  turnId: string;

  @Column('timestamptz')
  createdAt: Date;
}
