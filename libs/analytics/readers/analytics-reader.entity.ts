import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Org } from '#identity';

/** A login of the database that reads the schema `analytics`, and of whom. The views ask this table by `session_user`. */
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
