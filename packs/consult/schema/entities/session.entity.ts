import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Results of a conversation: the figures that its memos and proposals may name. */
@Entity('consult_sessions')
@Index('consult_sessions_of_contact', ['orgId', 'contactId'])
export class ConsultSession {
  @PrimaryColumn('uuid')
  orgId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @Column('text', { nullable: true })
  contactId: string | null;

  /** Distinct, oldest first. */
  @Column('text', { array: true, default: '{}' })
  capabilitiesShown: string[];

  /** Last result of calculate_roi. */
  @Column('jsonb', { nullable: true })
  lastRoi: Record<string, unknown> | null;

  /** Last result of simulate_cost_of_inaction. */
  @Column('jsonb', { nullable: true })
  lastCostOfInaction: Record<string, unknown> | null;

  @Column('timestamptz')
  updatedAt: Date;
}
