import type { OrgTransaction } from '#database';
import type { JobPayload } from '../job-catalogue.ts';
import type { JobProcessor } from '../job-processor.ts';
import type { FollowUpJob } from './follow-up-catalogue.ts';
import type { FollowUp, FollowUpHandler } from './follow-up-runner.ts';
import type { FollowUps } from './follow-ups.ts';

/** The processor of a follow-up job: what extends it names the job, does the work and says what its failure means. */
export abstract class FollowUpProcessor<Name extends FollowUpJob>
  implements JobProcessor<Name>, FollowUpHandler<Name>
{
  abstract readonly job: Name;

  constructor(private readonly followUps: FollowUps) {}

  process(pointer: JobPayload<Name>): Promise<void> {
    return this.followUps.run(this.job, pointer, this);
  }

  abstract work(followUp: FollowUp<Name>, signal: AbortSignal): Promise<void>;

  abstract onGivenUp(tx: OrgTransaction, followUp: FollowUp<Name>, reason: string): Promise<void>;
}
