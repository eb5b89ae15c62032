import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** The description and schema of a tool, as models receive them. */
export interface ToolDefinition {
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

/** A definition (description and schema) that a tool has or had. The row with the latest `currentSince` is current. */
@Entity('tool_definitions')
@Unique('tool_definitions_hashes', ['orgId', 'name', 'hash'])
export class ToolDefinitionRow {
  @PrimaryColumn('uuid')
  id: string;

  /** Null for tools of the whole deployment; the org for those of its own MCP servers. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  name: string;

  /** SHA-256 of description and schema, in hexadecimal. */
  @Column('text')
  hash: string;

  /** The hashed definition, shown to the admin who approves a change. */
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

  /** Null if no approval was needed: for files, and for the first definition of a server. */
  @Column('uuid', { nullable: true })
  approvedBy: string | null;
}
