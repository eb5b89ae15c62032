import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Org } from '#identity';

/** A database login that reads the schema `analytics`, with its org. The views look up `session_user` in this table. */
@Entity('analytics_readers')
export class AnalyticsReader {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_analytics_readers' })
  role: string;

  /** Null for every org. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Org, { name: 'fk_analytics_readers_org', onDelete: 'CASCADE' })
  orgId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
