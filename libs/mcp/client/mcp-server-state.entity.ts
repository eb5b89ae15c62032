import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReportedTool } from './reported-tool.ts';

/** `idle`: the tools are known, and the first call starts the server. */
export type McpServerStateName = 'idle' | 'connecting' | 'ready' | 'away';

/** State of the connection of one process to one MCP server, reported every few seconds. */
@Entity('mcp_server_states')
export class McpServerState {
  @PrimaryColumn('uuid')
  process: string;

  /** `PACK/NAME`, or `org/ORG_ID/NAME`. */
  @PrimaryColumn('text')
  server: string;

  /** `worker` or `api`. */
  @Column('text')
  app: string;

  @Column('text')
  state: McpServerStateName;

  /** Tools of the last list, under their registered names. */
  @Column('jsonb', { default: [] })
  tools: ReportedTool[];

  /** Number of lost or failed connections since the process started. */
  @Column('integer')
  restarts: number;

  /** Reason for the state `away`. */
  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz')
  since: Date;

  @Column('timestamptz')
  seenAt: Date;
}
