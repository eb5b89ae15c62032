import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';
import type { WebhookDeliveryState, WebhookEvent } from '#contracts';

/** The delivery of one event of a turn to one receiver. Its id is the `webhook-id` of every attempt. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_by_time', ['orgId', 'createdAt', 'id'])
@Index('webhook_deliveries_of_turn', ['orgId', 'turnId'])
export class WebhookDelivery extends RowWithId {
  @Column('uuid')
  turnId: string;

  @Column('uuid')
  conversationId: string;

  @Column('text')
  event: WebhookEvent;

  @Column('text')
  url: string;

  @Column('text', { default: 'pending' })
  state: WebhookDeliveryState;

  @Column('integer', { default: 0 })
  attempts: number;

  /** How often a person has sent it again. */
  @Column('integer', { default: 0 })
  round: number;

  /** Attempts of the current round: since the event, or since it was last sent again. */
  @Column('integer', { default: 0 })
  roundAttempts: number;

  @Column('timestamptz')
  roundBeganAt: Date;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  /** HTTP status of the last attempt; null if there was no response. */
  @Column('integer', { nullable: true })
  lastStatus: number | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
