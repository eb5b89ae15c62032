import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** A finished step in the journal, with its request and its outcome. A replay reads the outcome instead of running the step again. */
@Entity('turn_steps')
export class TurnStep extends RowOfOrg {
  @PrimaryColumn('uuid')
  turnId: string;

  /** Key of the step in its turn, such as `offered`, `model:1` or `tool:1:0`. */
  @PrimaryColumn('text')
  key: string;

  @Column('text')
  requestHash: string;

  @Column('jsonb')
  outcome: unknown;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
