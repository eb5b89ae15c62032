import type { BrokerMode, BrokerOutcome, ToolRank } from './selection/broker-request.ts';
import type { ToolGapKind } from '#contracts/console';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** The tools offered in a turn, with the reasons. */
@Entity('broker_decisions')
@Index('broker_decisions_by_time', ['orgId', 'createdAt'])
@Index('broker_decisions_gaps', ['orgId', 'createdAt'], { where: `"tool_gaps" <> '{}'` })
@Index('broker_decisions_measured', ['orgId', 'mode', 'createdAt'], { where: '"tools_brokered" IS NOT NULL' })
export class BrokerDecision extends RowOfOrg {
  @PrimaryColumn('uuid')
  turnId: string;

  @Column('text')
  mode: BrokerMode;

  /** Outcome: `full_set`, `narrowed`, `steady` (the set of the previous turn) or `failed_open`. */
  @Column('text', { default: 'full_set' })
  outcome: BrokerOutcome;

  /** 0 to 1; null if no set was computed. */
  @Column('real', { nullable: true })
  confidence: number | null;

  @Column('text', { nullable: true })
  language: string | null;

  /** Names of the best ranked tools, best first. */
  @Column('text', { array: true, default: [] })
  ranking: string[];

  @Column('integer', { nullable: true })
  rankerVersion: number | null;

  /** Hash of the tools in scope and their definitions. */
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

  /** Tools found by `tool_search` in the turn; a call of one counts as a miss of the broker. */
  @Column('text', { array: true, default: () => "'{}'" })
  foundBySearch: string[];

  /** Tools chosen by the broker; null if it computed no set, so that the turn is not measured. */
  @Column('text', { array: true, nullable: true })
  toolsBrokered: string[] | null;

  /** Called tools that the broker had not chosen. */
  @Column('text', { array: true, default: [] })
  toolsMissed: string[];

  /** Signs that a tool was missing. */
  @Column('text', { array: true, default: () => "'{}'" })
  toolGaps: ToolGapKind[];

  @Column('integer')
  tokensInScope: number;

  @Column('integer')
  tokensOffered: number;

  /** Schema tokens of the chosen tools, offered or not. */
  @Column('integer', { nullable: true })
  tokensBrokered: number | null;

  /** Cached prompt tokens that the provider had to read again, because the tool list changed since the previous turn. */
  @Column('integer', { default: 0 })
  cachedTokensLost: number;

  /** Per tool in scope, the reason why it was or was not offered; empty if the broker was off. */
  @Column('jsonb')
  reasons: Record<string, string>;

  /** Rank of each tool of `reasons`; empty if nothing was ranked. */
  @Column('jsonb', { default: {} })
  ranks: Record<string, ToolRank>;

  @Column('timestamptz')
  createdAt: Date;
}
