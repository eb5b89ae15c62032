import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';
import type { ApprovalState } from '#contracts';

/** A tool call that needs the approval of a person. Its turn is parked until the decision. */
@Entity('approvals')
@Index('approvals_of_call', ['orgId', 'turnId', 'stepKey', 'argumentsHash'], { unique: true })
@Index('approvals_by_time', ['orgId', 'requestedAt', 'id'])
@Index('approvals_to_expire', ['expiresAt'], { where: "state = 'pending'" })
export class Approval extends RowWithId {
  @Column('uuid')
  turnId: string;

  @Column('uuid')
  conversationId: string;

  /** Key of the call in the journal. */
  @Column('text')
  stepKey: string;

  @Column('text')
  tool: string;

  /** The prepared and validated arguments: exactly these run after an approval. */
  @Column('jsonb')
  arguments: Record<string, unknown>;

  @Column('text')
  argumentsHash: string;

  /** The reason for the approval, for people. */
  @Column('text')
  reason: string;

  @Column('text', { default: 'pending' })
  state: ApprovalState;

  @Column('timestamptz')
  requestedAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  @Column('uuid', { nullable: true })
  decidedBy: string | null;

  @Column('text', { nullable: true })
  comment: string | null;
}
