import type { BrokerMode, BrokerOutcome, ToolRank } from './selection/broker-request.ts';
import type { ToolGapKind } from '#contracts/console';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Which tools a turn was offered, and why. */
@Entity('broker_decisions')
@Index('broker_decisions_by_time', ['orgId', 'createdAt'])
@Index('broker_decisions_gaps', ['orgId', 'createdAt'], { where: `"tool_gaps" <> '{}'` })
@Index('broker_decisions_measured', ['orgId', 'mode', 'createdAt'], { where: '"tools_brokered" IS NOT NULL' })
export class BrokerDecision {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'broker_decisions_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'broker_decisions_pkey' })
  turnId: string;

  @Column('text')
  mode: BrokerMode;

  /** What came of it: `full_set`, `narrowed`, `steady` (the set of the turn before), `failed_open`. */
  @Column('text', { default: 'full_set' })
  outcome: BrokerOutcome;

  /** 0 to 1; null where no set was computed. */
  @Column('real', { nullable: true })
  confidence: number | null;

  /** Of the message. */
  @Column('text', { nullable: true })
  language: string | null;

  /** Names of the best ranked, best first. */
  @Column('text', { array: true, default: [] })
  ranking: string[];

  @Column('integer', { nullable: true })
  rankerVersion: number | null;

  /** Of the tools in scope and what models are told of them. */
  @Column('text', { default: '' })
  scopeHash: string;

  @Column('integer', { nullable: true })
  selectionUs: number | null;

  @Column('text')
  agent: string;

  @Column('text', { array: true })
  intents: string[];

  @Column('integer')
  toolsInScope: number;

  @Column('text', { array: true })
  toolsOffered: string[];

  @Column('text', { array: true })
  toolsSelected: string[];

  /** Names that `tool_search` found in the turn; one of them that was then called is a miss of the broker. */
  @Column('text', { array: true, default: () => "'{}'" })
  foundBySearch: string[];

  /** What the broker chose; null where it computed no set, and the turn measures nothing. */
  @Column('text', { array: true, nullable: true })
  toolsBrokered: string[] | null;

  /** Of the tools called, those that the broker had not chosen. */
  @Column('text', { array: true, default: [] })
  toolsMissed: string[];

  /** Signs that a tool was missing. */
  @Column('text', { array: true, default: () => "'{}'" })
  toolGaps: ToolGapKind[];

  @Column('integer')
  tokensInScope: number;

  @Column('integer')
  tokensOffered: number;

  /** Schema tokens of what the broker chose, offered or not. */
  @Column('integer', { nullable: true })
  tokensBrokered: number | null;

  /** Tokens that the provider had cached and had to read anew, because the list of tools is not that of the turn before. */
  @Column('integer', { default: 0 })
  cachedTokensLost: number;

  /** Per tool in scope: why it was or was not offered; empty where the broker was off and decided nothing. */
  @Column('jsonb')
  reasons: Record<string, string>;

  /** The place in the broker's choice of each tool of `reasons`; empty where nothing was ranked. */
  @Column('jsonb', { default: {} })
  ranks: Record<string, ToolRank>;

  @Column('timestamptz')
  createdAt: Date;
}
