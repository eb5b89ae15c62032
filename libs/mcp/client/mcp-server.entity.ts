import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An MCP server that an org has named. Its tools join the registry for that org once an admin has approved it. */
@Entity('mcp_servers')
@Index('mcp_servers_names', ['orgId', 'name'], { unique: true })
export class McpServerRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_servers_pkey' })
  orgId: string;

  /** UUID v7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_servers_pkey' })
  id: string;

  /** snake_case; the prefix of a tool whose name is taken. */
  @Column('text')
  name: string;

  @Column('text')
  url: string;

  /** JSON of the headers, sealed; null where there is none. */
  @Column('text', { nullable: true })
  headers: string | null;

  /** Names of the headers, for people. */
  @Column('text', { array: true, default: '{}' })
  headerNames: string[];

  /** Null for one that nobody connects to yet. */
  @Column('timestamptz', { nullable: true })
  approvedAt: Date | null;

  @Column('uuid', { nullable: true })
  approvedBy: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('uuid', { nullable: true })
  createdBy: string | null;
}
