import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Org } from '#identity';

/** A saved query, stored as the parameters of its URL. */
@Entity('saved_queries')
@Index('saved_queries_by_name', ['orgId', 'name'])
export class SavedQuery {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_saved_queries' })
  id: string;

  /** Null for a query across orgs. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Org, { name: 'fk_saved_queries_org', onDelete: 'CASCADE' })
  orgId: string | null;

  @Column('text')
  name: string;

  @Column('jsonb')
  parameters: Record<string, string>;

  /** True if all users of the org see it; false if only its author does. */
  @Column('boolean')
  shared: boolean;

  @Column('uuid')
  authorId: string;

  @Column('timestamptz')
  updatedAt: Date;
}
