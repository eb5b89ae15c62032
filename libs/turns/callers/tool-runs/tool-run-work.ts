import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { wholeNumberSetting, type OrgService, type OrgSettings, type UserService } from '#identity';
import { McpConversationNotFoundError } from '#mcp';
import { ApprovalNeededError, callerEffectKey, type ApprovalGate, type ToolExecutor } from '#tools';
import type { OutsideCallers } from '../outside-callers.ts';
import { approvalTools } from '../../approvals/approval-gate.ts';
import type { ToolRun } from './tool-run.entity.ts';
import { ToolRunRepository, type ToolRunEnd } from './tool-run.repository.ts';

/** The channel of these calls in the audit rows. */
const CHANNEL = 'console';
const HOUR_MS = 3_600_000;

export interface ToolRunWorkPorts {
  database: Database;
  clock: Clock;
  executor: Pick<ToolExecutor, 'execute'>;
  callers: Pick<OutsideCallers, 'open'>;
  users: Pick<UserService, 'byHandleOrId' | 'ofPlatform'>;
  orgs: Pick<OrgService, 'byId' | 'settingsOf'>;
}

/** Runs the tools that people request in the console, on their behalf, through the same executor as every tool call. */
export class ToolRunWork {
  constructor(private readonly ports: ToolRunWorkPorts) {}

  /**
   * Runs the tool, unless the run has ended or waits for a person. The id of the run is the idempotency key of its side
   * effect, so that a second worker after a crash gets the result of the first.
   *
   * @throws transient errors, such as an outage of the database: the run is then tried again.
   */
  async run(orgId: string, runId: string, signal: AbortSignal): Promise<void> {
    const { database, executor, callers, orgs } = this.ports;
    const run = await database.forOrgAtOnce(orgId, (tx) => new ToolRunRepository(tx).claim(runId));
    if (!run) return;
    const [org, user] = await Promise.all([orgs.byId(orgId), this.callerOf(run)]);
    if (!org || !user)
      return this.refuse(run, 'FORBIDDEN', 'The user who requested this run may no longer run tools.');
    try {
      const { caller } = await callers.open(
        {
          org,
          user,
          keyId: null,
          voice: false,
          conversationId: run.conversationId,
          channelName: CHANNEL,
          approvals: (settings) => gateOf(run, settings),
        },
        signal,
      );
      const invocation = {
        tool: run.tool,
        arguments: run.arguments,
        idempotencyKey: callerEffectKey(run.userId, run.id),
        mayHaveRun: run.starts > 1,
      };
      await executor.execute(invocation, caller, signal, {
        recordIn: (tx, { result, ...outcome }) =>
          this.end(tx, run, {
            ...outcome,
            result: result.data,
            errorClass: result.success ? null : (result.errorClass ?? 'INTERNAL'),
            error: result.error ?? null,
          }),
      });
    } catch (error) {
      if (error instanceof McpConversationNotFoundError)
        return this.refuse(run, 'NOT_FOUND', 'The org has no such conversation.');
      if (!(error instanceof ApprovalNeededError)) throw error;
      const ttlMs = wholeNumberSetting(await orgs.settingsOf(orgId), 'APPROVAL_TTL_H') * HOUR_MS;
      const expiresAt = new Date(this.ports.clock.now().getTime() + ttlMs);
      await database.forOrg(orgId, (tx) => new ToolRunRepository(tx).park(run, error.request, expiresAt));
    }
  }

  /** Ends a run whose task is dead: no worker will try it again. */
  async markDead(tx: OrgTransaction, runId: string, reason: string): Promise<void> {
    await new ToolRunRepository(tx).endDead(runId, notRun('INTERNAL', reason), this.ports.clock.now());
  }

  private refuse(run: ToolRun, errorClass: 'FORBIDDEN' | 'NOT_FOUND', reason: string): Promise<void> {
    return this.ports.database.forOrg(run.orgId, (tx) => this.end(tx, run, notRun(errorClass, reason)));
  }

  private end(tx: OrgTransaction, run: ToolRun, end: ToolRunEnd): Promise<void> {
    return new ToolRunRepository(tx).end(run, end, this.ports.clock.now());
  }

  /** The user with their current role; undefined if they may not run tools any more. Platform admins are not among the org's users. */
  private async callerOf({ orgId, userId, userRole }: ToolRun) {
    const { database, users } = this.ports;
    const user =
      userRole === 'platform_admin'
        ? await users.ofPlatform(userId)
        : await database.forOrg(orgId, (tx) => users.byHandleOrId(tx, userId));
    return user && user.disabledAt === null && user.role !== 'analyst' ? user : undefined;
  }
}

/** The gate of a run: an approval covers exactly the arguments that the person was shown. */
function gateOf({ approvalHash, decidedBy }: ToolRun, settings: OrgSettings): ApprovalGate {
  return {
    tools: approvalTools(settings),
    decided: (_stepKey, argumentsHash) =>
      decidedBy !== null && argumentsHash === approvalHash
        ? { decision: 'approved', comment: null }
        : undefined,
  };
}

function notRun(errorClass: NonNullable<ToolRunEnd['errorClass']>, error: string): ToolRunEnd {
  return { result: null, errorClass, error, attempts: 0, cached: false, durationMs: 0 };
}
