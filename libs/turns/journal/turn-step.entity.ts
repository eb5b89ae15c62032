import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** Begins the key of a paid model call, which has a step besides that of its answer: calls that fail are paid, too. */
export const PAID = 'paid:';

/**
 * A finished step in the journal. A replay reads its outcome instead of running the step again. A completed turn may lack the steps
 * that only a replay reads.
 */
@Entity('turn_steps')
@Index('turn_steps_of_programs', ['orgId', 'turnId'], { where: "starts_with(key, 'program:')" })
export class TurnStep extends RowOfOrg {
  @PrimaryColumn('uuid')
  turnId: string;

  /** Key of the step in its turn, such as `offered`, `model:1` or `tool:1:0`. */
  @PrimaryColumn('text')
  key: string;

  /** Hash of the request of a round of the model; empty for other steps. */
  @Column('text')
  requestHash: string;

  @Column('jsonb')
  outcome: unknown;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
