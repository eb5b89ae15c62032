import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** The result of one attempt of a delivery. The receiver's response body is not stored. */
@Entity('webhook_attempts')
export class WebhookAttempt extends RowOfOrg {
  @PrimaryColumn('uuid')
  deliveryId: string;

  /** Number of the attempt, from 1, over all rounds. */
  @PrimaryColumn('integer')
  seq: number;

  /** HTTP status; null if there was no response. */
  @Column('integer', { nullable: true })
  status: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('double precision')
  durationMs: number;

  @Column('timestamptz')
  at: Date;
}
