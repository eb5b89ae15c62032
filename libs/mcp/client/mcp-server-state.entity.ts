import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReportedTool } from './reported-tool.ts';

/** `idle`: its tools are known, and it is started by the first call of one. */
export type McpServerStateName = 'idle' | 'connecting' | 'ready' | 'away';

/** How one process gets on with one MCP server; the process says so every few seconds, while it lives. */
@Entity('mcp_server_states')
export class McpServerState {
  /** UUID of the process. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mcp_server_states_pkey' })
  process: string;

  /** `PACK/NAME`, or `org/ORG_ID/NAME`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'mcp_server_states_pkey' })
  server: string;

  /** `worker`, `api` or `mcp`. */
  @Column('text')
  app: string;

  @Column('text')
  state: McpServerStateName;

  /** Those that it has told of last, under the names that they have here. */
  @Column('jsonb', { default: [] })
  tools: ReportedTool[];

  /** Connections that were lost, or could not be made, since the process began. */
  @Column('integer')
  restarts: number;

  /** Why it is away. */
  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz')
  since: Date;

  @Column('timestamptz')
  seenAt: Date;
}
