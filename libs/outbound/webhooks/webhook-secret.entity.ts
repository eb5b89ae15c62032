import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an org's webhooks are signed with. Both secrets are sealed. */
@Entity('webhook_secrets')
export class WebhookSecret {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_secrets_pkey' })
  orgId: string;

  @Column('text')
  secret: string;

  /** The one before, which signs as well until `previousUntil`. */
  @Column('text', { nullable: true })
  previousSecret: string | null;

  @Column('timestamptz', { nullable: true })
  previousUntil: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
