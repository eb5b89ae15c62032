import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A model that its provider does not know (404), and that every process leaves alone for a while. */
@Entity('model_cooldowns')
export class ModelCooldown {
  /** The provider, after the org whose own way to it is meant. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_cooldowns' })
  place: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_cooldowns' })
  model: string;

  /** By the database's clock. */
  @Column('timestamptz')
  cooldownUntil: Date;

  @Column('timestamptz')
  changedAt: Date;
}
