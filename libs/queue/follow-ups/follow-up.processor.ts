import type { JobPayload } from '../job-catalogue.ts';
import type { JobProcessor } from '../job-processor.ts';
import type { FollowUpJob } from './follow-up-catalogue.ts';
import type { FollowUp } from './follow-up-runner.ts';
import type { FollowUps } from './follow-ups.ts';

/** The processor of a follow-up job: what extends it names the job and does the work. */
export abstract class FollowUpProcessor<Name extends FollowUpJob> implements JobProcessor<Name> {
  abstract readonly job: Name;

  constructor(private readonly followUps: FollowUps) {}

  process(pointer: JobPayload<Name>): Promise<void> {
    return this.followUps.run(this.job, pointer, (followUp, signal) => this.work(followUp, signal));
  }

  /** See {@link FollowUpWork}. */
  protected abstract work(followUp: FollowUp<Name>, signal: AbortSignal): Promise<void>;
}
