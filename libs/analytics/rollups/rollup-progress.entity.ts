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

  /** Rows of before are rolled up for good; what is later is rolled up again with each round. */
  @Column('timestamptz')
  rolledUntil: Date;

  @Column('timestamptz')
  rolledAt: Date;
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
