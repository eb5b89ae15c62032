import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What came of one attempt of a delivery. The receiver's answer itself is not kept. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_attempts_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_attempts_pkey' })
  deliveryId: string;

  /** From 1, over all rounds. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'webhook_attempts_pkey' })
  seq: number;

  /** Null where there was no answer. */
  @Column('integer', { nullable: true })
  status: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('double precision')
  durationMs: number;

  @Column('timestamptz')
  at: Date;
}
