import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A model that its provider does not know (404), and that every process leaves alone for a while. */
@Entity('model_rests')
export class ModelRest {
  /** The provider, after the org whose own way to it is meant. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_rests' })
  place: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_rests' })
  model: string;

  /** By the database's clock. */
  @Column('timestamptz')
  restsUntil: Date;

  @Column('timestamptz')
  changedAt: Date;
}
