import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key of a model provider that rests or was refused. The key itself is not here. */
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

  /** Status with which the provider refused the key; null for one that rests. */
  @Column('integer', { nullable: true })
  removedStatus: number | null;

  @Column('timestamptz')
  changedAt: Date;
}
