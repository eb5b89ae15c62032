import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** One definition (description and schema) that a tool was seen with. The one that became current last is current. */
@Entity('tool_definitions')
@Unique('tool_definitions_hashes', ['orgId', 'name', 'hash'])
export class ToolDefinitionRow {
  /** UUID v7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_definitions_pkey' })
  id: string;

  /** Null for tools of the whole deployment; the org for those of its own MCP servers. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  /** Of the tool. */
  @Column('text')
  name: string;

  /** SHA-256 over description and schema, in hexadecimal. */
  @Column('text')
  hash: string;

  @Column('text')
  source: 'file' | 'mcp';

  @Column('timestamptz')
  firstSeenAt: Date;

  @Column('timestamptz')
  currentSince: Date;

  /** Null for a changed definition of an MCP server that waits for an admin. */
  @Column('timestamptz', { nullable: true })
  approvedAt: Date | null;

  /** Null where nobody had to: files, and the first definition of a server. */
  @Column('uuid', { nullable: true })
  approvedBy: string | null;
}
