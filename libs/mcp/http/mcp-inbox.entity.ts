import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A message of a client that is for a request that runs, maybe in another process: an answer, or a cancellation. Or the
 * mark of a stream of the session that is open.
 */
@Entity('mcp_inbox')
@Index('mcp_inbox_of_target', ['sessionId', 'target'])
export class McpInboxMessage {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_inbox_pkey' })
  orgId: string;

  /** UUID v7: they are taken in the order in which they came. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_inbox_pkey' })
  id: string;

  @Column('uuid')
  sessionId: string;

  /** `exchange:ID` of the request that asked, `request:ID` in the client's own numbering, or `stream` for a mark. */
  @Column('text')
  target: string;

  /** Empty for a mark. */
  @Column('jsonb')
  message: Record<string, unknown>;

  @Column('timestamptz')
  createdAt: Date;
}
