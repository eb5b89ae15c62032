import type { JobPayload } from '../job-catalogue.ts';
import type { JobProcessor } from '../job-processor.ts';
import type { FollowUpJob } from './follow-up-catalogue.ts';
import type { FollowUpHandler } from './follow-up-runner.ts';
import type { FollowUps } from './follow-ups.ts';

/** The processor of a job whose work is a row of the outbox: claims the row, runs the handler and records the end. */
export function outboxProcessor<Name extends FollowUpJob>(
  followUps: FollowUps,
  job: Name,
  handler: FollowUpHandler<Name>,
): JobProcessor<Name> {
  return { job, process: (pointer: JobPayload<Name>) => followUps.run(job, pointer, handler) };
}
