import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** The `Idempotency-Key` header of an accepted message, kept for 24 hours. */
@Entity('idempotency_keys')
@Index('idempotency_keys_by_time', ['createdAt'])
export class IdempotencyKey extends RowOfOrg {
  @PrimaryColumn('text')
  key: string;

  /** SHA-256 of the canonical body: the same key with another body is an error. */
  @Column('text')
  bodyHash: string;

  @Column('uuid')
  turnId: string;

  @Column('timestamptz')
  createdAt: Date;
}
