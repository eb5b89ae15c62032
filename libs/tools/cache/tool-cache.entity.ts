import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One result of a cacheable tool, or the run that is getting it. */
@Entity('tool_cache')
@Index('tool_cache_by_expiry', ['orgId', 'expiresAt'])
export class ToolCacheEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_cache_pkey' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'tool_cache_pkey' })
  key: string;

  @Column('uuid')
  flight: string;

  @Column('text')
  state: 'running' | 'done' | 'failed';

  /** JSON text: unlike `jsonb` it holds every character that a tool may return. */
  @Column('text', { nullable: true })
  content: string | null;

  /** Of the lease while it runs, then of what it came to. */
  @Column('timestamptz')
  expiresAt: Date;
}
