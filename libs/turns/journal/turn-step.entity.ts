import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The journal: what a finished step of a turn was asked and what came back. A replay reads it instead of asking again. */
@Entity('turn_steps')
export class TurnStep {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_steps_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_steps_pkey' })
  turnId: string;

  /** Place in the turn, such as `offered`, `model:1`, `tool:1:0`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'turn_steps_pkey' })
  key: string;

  @Column('text')
  requestHash: string;

  @Column('jsonb')
  outcome: unknown;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
