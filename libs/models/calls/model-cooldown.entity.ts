import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A model that its provider does not know (404). No process uses it until the cooldown ends. */
@Entity('model_cooldowns')
export class ModelCooldown {
  /** The provider, prefixed by the org if its own account is used. */
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
