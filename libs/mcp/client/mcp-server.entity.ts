import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

/** An MCP server added by an org. Its tools are registered for that org after an admin approves the server. */
@Entity('mcp_servers')
@Index('mcp_servers_names', ['orgId', 'name'], { unique: true })
export class McpServerRow extends RowWithId {
  /** snake_case; prefix of a tool whose name is already used. */
  @Column('text')
  name: string;

  @Column('text')
  url: string;

  /** Encrypted JSON of the headers; null without headers. */
  @Column('text', { nullable: true })
  headers: string | null;

  @Column('text', { array: true, default: '{}' })
  headerNames: string[];

  /** Null until approved; no process connects before. */
  @Column('timestamptz', { nullable: true })
  approvedAt: Date | null;

  @Column('uuid', { nullable: true })
  approvedBy: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('uuid', { nullable: true })
  createdBy: string | null;
}
