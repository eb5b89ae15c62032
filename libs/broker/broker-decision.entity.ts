import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Which tools a turn was offered, and why. */
@Entity('broker_decisions')
@Index('broker_decisions_by_time', ['orgId', 'createdAt'])
@Index('broker_decisions_measured', ['orgId', 'mode', 'createdAt'], { where: '"tools_brokered" IS NOT NULL' })
export class BrokerDecision {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'broker_decisions_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'broker_decisions_pkey' })
  turnId: string;

  @Column('text')
  mode: 'off' | 'shadow' | 'enforce';

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

  @Column('integer')
  tokensInScope: number;

  @Column('integer')
  tokensOffered: number;

  /** Per tool in scope: why it was or was not offered. */
  @Column('jsonb')
  reasons: Record<string, string>;

  @Column('timestamptz')
  createdAt: Date;
}
