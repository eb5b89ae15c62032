import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** What a model is told of a tool beside its name. */
export interface ToolDefinition {
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

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

  /** What the hash is of, for whoever has to approve a change. */
  @Column('jsonb', { default: {} })
  definition: ToolDefinition;

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
