import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('rollup_progress')
export class RollupProgress {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_rollup_progress' })
  orgId: string;

  /** Time zone of the days, besides those of UTC. */
  @Column('text')
  timeZone: string;

  /** Minutes of the finest rollups: 60, or 30 or 15 if days of the time zone do not begin at a full UTC hour. */
  @Column('smallint')
  stepMinutes: number;

  /** Hours before this time are closed and their days exist; only late rows change them again. */
  @Column('timestamptz')
  rolledUntil: Date;

  /** End of the rolled-up time: of the last round, or the last completed hour of an interrupted round. */
  @Column('timestamptz')
  rolledAt: Date;

  /**
   * The first transaction that the last round may not have seen. Rows of this and later transactions are new. Null: all
   * rows are new.
   */
  @Column('bigint', { nullable: true })
  seenXid: string | null;

  /** Time of that transaction horizon; new rows do not have much earlier timestamps. */
  @Column('timestamptz')
  seenAt: Date;

  /** Duration of the last round in milliseconds, limited to the value that affects the pause before the next round. */
  @Column('integer', { default: 0 })
  tookMs: number;

  /**
   * Hours before this time may have lost broker decisions, and with them dimensions and counts of their turns, so they are not
   * rolled up again. Null: no decisions have been removed.
   */
  @Column('timestamptz', { nullable: true })
  decisionsSince: Date | null;
}

/** A turn that was rolled up and is being erased. It must not count twice while its rows still exist. */
@Entity('rolled_up_turns')
export class RolledUpTurn {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_rolled_up_turns' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_rolled_up_turns' })
  turnId: string;

  @Column('timestamptz')
  createdAt: Date;
}
