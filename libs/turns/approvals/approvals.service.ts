import type { Clock } from '#config';
import {
  momentCursor,
  toPage,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalQuery,
  type ApprovalView,
  type UserRole,
} from '#contracts';
import { forEachOrg, type Database, type OrgTransaction } from '#database';
import type { AuditActor, AuditActorKind, AuditLog, OrgService } from '#identity';
import { AdmissionRepository, runningTurnsLimit } from '../admission/admission.repository.ts';
import { TurnEndRepository } from '../run/turn-end.repository.ts';
import type { TurnQueue } from '../admission/turn-queue.ts';
import { ApprovalDecidedError, ApprovalNotFoundError, MayNotDecideError } from '../turn.errors.ts';
import {
  ApprovalRepository,
  findExpired,
  type ApprovalRow,
  type DecidedApproval,
} from './approval.repository.ts';

/** Approvals that are expired at a time. */
const EXPIRE_AT_ONCE = 500;

interface Settlement {
  actor: AuditActor;
  comment: string | null;
  at: Date;
}

/** What people decide about calls that wait for them. */
export class Approvals {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly queue: TurnQueue,
    private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A page of the org's approvals, newest first.
   *
   * @throws CursorError when the cursor is none that was given out.
   */
  async page(orgId: string, query: ApprovalQuery): Promise<ApprovalPage> {
    const [at, id] = query.cursor === undefined ? [null, null] : momentCursor.decode(query.cursor);
    const rows = await this.database.forOrgAtOnce(orgId, (tx) =>
      new ApprovalRepository(tx).page(query.limit + 1, query.state, { at, id }),
    );
    return toPage(rows, query.limit, (row) => momentCursor.encode([row.requestedAt, row.id]), toView);
  }

  /**
   * Decides, and lets the turn go on when nothing else of it waits.
   *
   * @throws MayNotDecideError for an analyst; ApprovalNotFoundError; ApprovalDecidedError when it was decided before, or its time is over.
   */
  async decide(
    orgId: string,
    approvalId: string,
    { decision, comment }: ApprovalDecision,
    user: { id: string; role: UserRole },
    actorKind: AuditActorKind,
  ): Promise<ApprovalView> {
    if (user.role === 'analyst') throw new MayNotDecideError();
    const by = {
      actor: { kind: actorKind, userId: user.id },
      comment: comment ?? null,
      at: this.clock.now(),
    };
    return this.settle(orgId, approvalId, decision === 'approve' ? 'approved' : 'refused', by);
  }

  /** Refuses what nobody decided in time. @returns how many. */
  async expire(): Promise<number> {
    const at = this.clock.now();
    const expired = await this.database.asPlatform('approvals of every org expire', (tx) =>
      findExpired(tx, at, EXPIRE_AT_ONCE),
    );
    const nobody = { actor: { kind: 'system' as const }, comment: null, at };
    await forEachOrg(expired, 'Some approvals could not expire', ({ orgId, id }) =>
      this.settle(orgId, id, 'expired', nobody).catch((error: unknown) => {
        // Somebody decided, or cancelled the turn, at this very moment.
        if (!(error instanceof ApprovalDecidedError)) throw error;
      }),
    );
    return expired.length;
  }

  private async settle(
    orgId: string,
    approvalId: string,
    state: 'approved' | 'refused' | 'expired',
    by: Settlement,
  ): Promise<ApprovalView> {
    const limit = runningTurnsLimit(await this.orgs.settingsOf(orgId));
    const { decided, admitted } = await this.database.forOrg(orgId, async (tx) => {
      const approvals = new ApprovalRepository(tx);
      const approval = await approvals.find(approvalId);
      if (!approval) throw new ApprovalNotFoundError(approvalId);
      await new TurnEndRepository(tx, by.at).holdConversation(approval.conversationId);
      const decided = await approvals.decide(approvalId, state, { ...by, userId: by.actor.userId ?? null });
      if (!decided) throw new ApprovalDecidedError(await approvals.find(approvalId));
      await this.recordDecision(tx, decided, by.actor);
      const lane = await approvals.resume(decided);
      const admitted = lane && (await new AdmissionRepository(tx).goOn(decided.conversationId, lane, limit));
      return { decided, admitted: admitted ?? [] };
    });
    await this.queue.enqueueAll(admitted);
    const { argumentsHash: _hash, ...row } = decided;
    return toView(row);
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
      // Arguments and comment may say something of the contact, with whom they are erased: they stand in the approval alone.
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
