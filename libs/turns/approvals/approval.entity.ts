import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApprovalState } from '#contracts';

/** A tool call that a person is to agree to. Its turn is parked until then. */
@Entity('approvals')
@Index('approvals_of_call', ['orgId', 'turnId', 'stepKey', 'argumentsHash'], { unique: true })
@Index('approvals_by_time', ['orgId', 'requestedAt', 'id'])
@Index('approvals_to_expire', ['expiresAt'], { where: "state = 'pending'" })
export class Approval {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'approvals_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'approvals_pkey' })
  id: string;

  @Column('uuid')
  turnId: string;

  @Column('uuid')
  conversationId: string;

  /** Place of the call in its turn. */
  @Column('text')
  stepKey: string;

  @Column('text')
  tool: string;

  /** Prepared and validated: what runs after an approval is exactly this. */
  @Column('jsonb')
  arguments: Record<string, unknown>;

  @Column('text')
  argumentsHash: string;

  /** Why a person is asked, for people. */
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
