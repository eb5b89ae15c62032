import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import {
  TurnpikeError,
  momentCursor,
  toPage,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalQuery,
  type ApprovalView,
  type UserRole,
} from '#contracts';
import { Database, forEachOrg, type OrgTransaction } from '#database';
import { AuditLog, OrgService, type AuditActor, type AuditActorKind } from '#identity';
import { Admission } from '../admission/admission.service.ts';
import { holdConversations } from '../run/turn-end.repository.ts';
import { ApprovalDecidedError } from '../turn.errors.ts';
import {
  ApprovalRepository,
  findExpired,
  type ApprovalRow,
  type DecidedApproval,
} from './approval.repository.ts';

/** Approvals that one sweep expires. */
const MAX_EXPIRED = 500;

interface Decision {
  state: 'approved' | 'refused' | 'expired';
  actor: AuditActor;
  comment: string | null;
  at: Date;
}

/** Decisions of people about tool calls of parked turns. */
@Injectable()
export class Approvals {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly admission: Admission,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A page of the org's approvals, newest first.
   *
   * @throws CursorError for a cursor that no page returned.
   */
  async page(orgId: string, query: ApprovalQuery): Promise<ApprovalPage> {
    const [at, id] = query.cursor === undefined ? [null, null] : momentCursor.decode(query.cursor);
    const rows = await this.database.forOrgAtOnce(orgId, (tx) =>
      new ApprovalRepository(tx).page(query.limit + 1, query.state, { at, id }),
    );
    return toPage(rows, query.limit, (row) => momentCursor.encode([row.requestedAt, row.id]), toView);
  }

  /**
   * Decides, and resumes the turn if none of its approvals is pending.
   *
   * @throws TurnpikeError MAY_NOT_DECIDE for an analyst; UNKNOWN_APPROVAL; ApprovalDecidedError if it was decided before, or its
   *   time is over.
   */
  async decide(
    orgId: string,
    approvalId: string,
    { decision, comment }: ApprovalDecision,
    user: { id: string; role: UserRole },
    actorKind: AuditActorKind,
  ): Promise<ApprovalView> {
    if (user.role === 'analyst')
      throw new TurnpikeError('Analysts cannot decide approvals.', {
        code: 'MAY_NOT_DECIDE',
        kind: 'forbidden',
      });
    return this.apply(orgId, approvalId, {
      state: decision === 'approve' ? 'approved' : 'refused',
      actor: { kind: actorKind, userId: user.id },
      comment: comment ?? null,
      at: this.clock.now(),
    });
  }

  /** Expires approvals that nobody decided in time. @returns how many. */
  async expire(): Promise<number> {
    const at = this.clock.now();
    const expired = await this.database.asPlatform('approvals of every org expire', (tx) =>
      findExpired(tx, at, MAX_EXPIRED),
    );
    const decision: Decision = { state: 'expired', actor: { kind: 'system' }, comment: null, at };
    await forEachOrg(expired, 'Some approvals could not expire', ({ orgId, id }) =>
      this.apply(orgId, id, decision).catch((error: unknown) => {
        // A person decided, or cancelled the turn, at this very moment.
        if (!(error instanceof ApprovalDecidedError)) throw error;
      }),
    );
    return expired.length;
  }

  private async apply(orgId: string, approvalId: string, decision: Decision): Promise<ApprovalView> {
    const { state, actor, comment, at } = decision;
    const settings = await this.orgs.settingsOf(orgId);
    return this.database.forOrg(orgId, async (tx) => {
      const approvals = new ApprovalRepository(tx);
      const approval = await approvals.find(approvalId);
      if (!approval)
        throw new TurnpikeError(`There is no approval ${approvalId}.`, {
          code: 'UNKNOWN_APPROVAL',
          kind: 'not_found',
        });
      await holdConversations(tx, approval.conversationId);
      const userId = actor.userId ?? null;
      const decided = await approvals.decide(approvalId, state, { userId, comment, at });
      if (!decided) throw new ApprovalDecidedError(await approvals.find(approvalId));
      await this.recordDecision(tx, decided, actor);
      const resumed = await approvals.resume(decided.turnId, at);
      if (resumed) await this.admission.comeBack(tx, resumed, settings);
      const { argumentsHash: _hash, ...row } = decided;
      return toView(row);
    });
  }

  private async recordDecision(
    tx: OrgTransaction,
    decided: DecidedApproval,
    actor: AuditActor,
  ): Promise<void> {
    await this.audit.record(tx, {
      actor,
      action: 'approval.decide',
      target: `approval:${decided.id}`,
      before: { state: 'pending' },
      // Arguments and comment may be about the contact. They are only in the approval, which is erased with the contact.
      after: { state: decided.state, tool: decided.tool, argumentsHash: decided.argumentsHash },
    });
  }
}

function toView({ requestedAt, expiresAt, decidedAt, ...row }: ApprovalRow): ApprovalView {
  return {
    ...row,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
