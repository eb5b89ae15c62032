import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** State of a client between its requests, stored so that any api process can answer the next one. */
@Entity('mcp_sessions')
@Index('mcp_sessions_by_use', ['orgId', 'lastUsedAt'])
export class McpSession extends RowOfOrg {
  /** UUID v4. Useless without the API key. */
  @PrimaryColumn('uuid')
  id: string;

  /** API key that opened the session; no other key may use it. */
  @Column('uuid')
  keyId: string;

  /** Parameters of the client's `initialize`: its name, revision and capabilities. */
  @Column('jsonb')
  initialize: Record<string, unknown>;

  /** Level set by the client with `logging/setLevel`. */
  @Column('text', { nullable: true })
  logLevel: string | null;

  /** Names of tools found with `tool_search`. */
  @Column('text', { array: true, default: '{}' })
  foundTools: string[];

  @Column('text', { array: true, default: '{}' })
  subscriptions: string[];

  @Column('timestamptz')
  createdAt: Date;

  /** Accurate to one minute. */
  @Column('timestamptz')
  lastUsedAt: Date;
}
