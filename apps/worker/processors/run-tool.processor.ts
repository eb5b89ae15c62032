import type { OrgTransaction } from '#database';
import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';
import type { ToolRunWork } from '#turns';

/** Tools that people run from the console. */
export class RunToolProcessor extends FollowUpProcessor<'run-tool'> {
  readonly job = 'run-tool';

  constructor(
    followUps: FollowUps,
    private readonly runs: ToolRunWork,
  ) {
    super(followUps);
  }

  work({ orgId, payload }: FollowUp<'run-tool'>, signal: AbortSignal): Promise<void> {
    return this.runs.run(orgId, payload.runId, signal);
  }

  onGivenUp(tx: OrgTransaction, { payload }: FollowUp<'run-tool'>, reason: string): Promise<void> {
    return this.runs.markDead(tx, payload.runId, reason);
  }
}
