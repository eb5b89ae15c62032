import { Column, Entity } from 'typeorm';
import { RowOfOrg } from '#database';

/** The signing secrets of an org's webhooks. Both are encrypted. */
@Entity('webhook_secrets')
export class WebhookSecret extends RowOfOrg {
  @Column('text')
  secret: string;

  /** The previous secret, which also signs until `previousUntil`. */
  @Column('text', { nullable: true })
  previousSecret: string | null;

  @Column('timestamptz', { nullable: true })
  previousUntil: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
