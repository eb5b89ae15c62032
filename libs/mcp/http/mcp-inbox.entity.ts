import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message of a client that is for a request that runs, maybe in another process: an answer, or a cancellation. */
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

  /** `exchange:ID` of the request that asked, or `request:ID` in the client's own numbering. */
  @Column('text')
  target: string;

  @Column('jsonb')
  message: Record<string, unknown>;

  @Column('timestamptz')
  createdAt: Date;
}
