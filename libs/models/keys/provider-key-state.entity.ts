import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of a provider key that is in cooldown or was refused. Does not contain the key. */
@Entity('provider_key_states')
export class ProviderKeyState {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_provider_key_states' })
  provider: string;

  /** 16 hexadecimal digits of the key's SHA-256. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_provider_key_states' })
  fingerprint: string;

  /** By the database's clock; null for a key that was refused. */
  @Column('timestamptz', { nullable: true })
  cooldownUntil: Date | null;

  /** HTTP status with which the provider refused the key; null for a key in cooldown. */
  @Column('integer', { nullable: true })
  removedStatus: number | null;

  @Column('timestamptz')
  changedAt: Date;
}
