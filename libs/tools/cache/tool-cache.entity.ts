import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** A cached result of a tool, or the run that is fetching it. */
@Entity('tool_cache')
@Index('tool_cache_by_expiry', ['orgId', 'expiresAt'])
export class ToolCacheEntry extends RowOfOrg {
  @PrimaryColumn('text')
  key: string;

  @Column('uuid')
  flight: string;

  @Column('text')
  state: 'running' | 'done' | 'failed';

  /** JSON as text, because `jsonb` cannot store every character that a tool may return. */
  @Column('text', { nullable: true })
  content: string | null;

  /** Expiry of the lease while the call runs, then of the result. */
  @Column('timestamptz')
  expiresAt: Date;
}
