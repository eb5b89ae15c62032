import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/**
 * A client message for a running request, possibly in another process: an answer or a cancellation. Also the marks of
 * open notification streams.
 */
@Entity('mcp_inbox')
@Index('mcp_inbox_of_target', ['sessionId', 'target'])
export class McpInboxMessage extends RowOfOrg {
  /** UUID v7: messages are taken in the order of arrival. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  sessionId: string;

  /** `exchange:ID` of an exchange, `request:ID` with the client's request id, or `stream` for a stream mark. */
  @Column('text')
  target: string;

  /** Empty for a stream mark. */
  @Column('jsonb')
  message: Record<string, unknown>;

  @Column('timestamptz')
  createdAt: Date;
}
