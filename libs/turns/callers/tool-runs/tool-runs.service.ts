import { newId, type Clock } from '#config';
import { TurnpikeError, type UserRole } from '#contracts';
import type { DecideToolRun, RunTool, ToolRunView } from '#contracts/console';
import type { Database, OrgTransaction } from '#database';
import type { AuditActor, AuditLog } from '#identity';
import type { Outbox } from '#queue';
import { currentTraceparent, newTraceparent, traceIdOf } from '#telemetry';
import { argumentsHashOf } from '#tools';
import type { ToolRun } from './tool-run.entity.ts';
import { ToolRunRepository } from './tool-run.repository.ts';

/** The person who runs a tool from the console. */
export interface ToolRunner {
  id: string;
  role: UserRole;
  actor: AuditActor;
}

/** Runs of tools from the console: requested and read here, and run by a worker. */
export class ToolRunRequests {
  constructor(
    private readonly parts: {
      database: Database;
      clock: Clock;
      outbox: Outbox;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {}

  /**
   * Requests a run. The same key of the same person returns the same run, so that a form that is sent twice runs once.
   *
   * @throws TurnpikeError TOOL_RUN_KEY_REUSED if the key was used with another tool or other arguments.
   */
  ask(orgId: string, tool: string, request: RunTool, who: ToolRunner): Promise<ToolRunView> {
    const { database, clock, outbox, audit } = this.parts;
    const traceparent = currentTraceparent() ?? newTraceparent();
    const argumentsHash = argumentsHashOf([tool, request.conversationId ?? null, request.arguments]);
    return database.forOrg(orgId, async (tx) => {
      const runs = new ToolRunRepository(tx);
      const added = await runs.add({
        id: newId(clock),
        userId: who.id,
        userRole: who.role,
        key: request.key,
        tool,
        conversationId: request.conversationId ?? null,
        arguments: request.arguments,
        argumentsHash,
        traceId: traceIdOf(traceparent),
        createdAt: clock.now(),
      });
      if (!added) {
        const before = await runs.byKey(who.id, request.key);
        if (before?.argumentsHash !== argumentsHash)
          throw new TurnpikeError(
            'This key was sent before with another tool or other arguments: a new run needs a new key.',
            {
              code: 'TOOL_RUN_KEY_REUSED',
              kind: 'conflict',
            },
          );
        return toView(before);
      }
      await outbox.add(tx, { ...outboxTaskOf(added), key: added.id, traceparent });
      // Arguments may be about a contact. They are only in the run, which is erased with the contact.
      const after = { run: added.id, argumentsHash, conversationId: added.conversationId };
      await audit.record(tx, { actor: who.actor, action: 'tool.run', target: `tool:${tool}`, after });
      return toView(added);
    });
  }

  find(orgId: string, id: string): Promise<ToolRunView | undefined> {
    return this.read(orgId, async (runs) => {
      const run = await runs.find(id);
      return run && toView(run);
    });
  }

  /** The latest runs of one tool, newest first. */
  latest(orgId: string, tool: string): Promise<ToolRunView[]> {
    return this.read(orgId, async (runs) => (await runs.latest(tool)).map(toView));
  }

  /**
   * Decides about a run that waits for a person, with exactly the arguments that it shows.
   *
   * @returns undefined if the org has no such run.
   * @throws TurnpikeError TOOL_RUN_DECIDED if it is not waiting for a decision, or has waited longer than `APPROVAL_TTL_H`.
   */
  async decide(
    orgId: string,
    id: string,
    { decision }: DecideToolRun,
    who: ToolRunner,
  ): Promise<ToolRunView | undefined> {
    const { database, clock, outbox, audit } = this.parts;
    const at = clock.now();
    return database.forOrg(orgId, async (tx) => {
      const runs = new ToolRunRepository(tx);
      if (!(await runs.find(id))) return undefined;
      const state = decision === 'approve' ? 'queued' : 'refused';
      const decided = await runs.decide(id, state, { userId: who.id, at });
      if (!decided)
        throw new TurnpikeError('This run is not waiting for a decision: it was decided or has expired.', {
          code: 'TOOL_RUN_DECIDED',
          kind: 'conflict',
        });
      // A run may need several approvals: the tool may prepare other arguments when it runs than were shown.
      const key = `${id}:approved:${at.toISOString()}`;
      if (state === 'queued') await outbox.add(tx, { ...outboxTaskOf(decided), key });
      await audit.record(tx, {
        actor: who.actor,
        action: 'tool_run.decide',
        target: `tool_run:${id}`,
        after: { decision, tool: decided.tool, argumentsHash: decided.approvalHash },
      });
      return toView(decided);
    });
  }

  private read<Result>(orgId: string, work: (runs: ToolRunRepository) => Promise<Result>): Promise<Result> {
    return this.parts.database.forOrg(orgId, (tx: OrgTransaction) => work(new ToolRunRepository(tx)));
  }
}

function outboxTaskOf({ id, conversationId }: ToolRun) {
  const place = conversationId === null ? {} : { conversationId };
  return { job: 'run-tool' as const, payload: { runId: id }, ...place };
}

function toView({ createdAt, finishedAt, ...run }: ToolRun): ToolRunView {
  const { id, tool, state, conversationId, approvalReason, result, errorClass, error, attempts } = run;
  const { arguments: given, approvalArguments, cached, durationMs, userId, decidedBy, traceId } = run;
  return {
    id,
    tool,
    state,
    arguments: state === 'awaiting_approval' ? (approvalArguments ?? given) : given,
    conversationId,
    approvalReason,
    result,
    errorClass,
    error,
    attempts,
    cached,
    durationMs,
    userId,
    decidedBy,
    traceId,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
