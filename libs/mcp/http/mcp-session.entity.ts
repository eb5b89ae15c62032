import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What is kept of a client between its requests, so that any api process can answer the next one. */
@Entity('mcp_sessions')
@Index('mcp_sessions_by_use', ['orgId', 'lastUsedAt'])
export class McpSession {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_sessions_pkey' })
  orgId: string;

  /** UUID v4: whoever guesses it has found nothing without the key. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_sessions_pkey' })
  id: string;

  /** The key that opened it; no other one may use it. */
  @Column('uuid')
  keyId: string;

  /** Parameters of the client's `initialize`: its name, revision and capabilities. */
  @Column('jsonb')
  initialize: Record<string, unknown>;

  /** What the client has set with `logging/setLevel`. */
  @Column('text', { nullable: true })
  logLevel: string | null;

  /** Names that it has found with `tool_search`. */
  @Column('text', { array: true, default: '{}' })
  foundTools: string[];

  /** URIs of resources. */
  @Column('text', { array: true, default: '{}' })
  subscriptions: string[];

  @Column('timestamptz')
  createdAt: Date;

  /** Within a minute. */
  @Column('timestamptz')
  lastUsedAt: Date;
}
