import type { JobPayload } from '../job-catalogue.ts';
import type { JobProcessor } from '../job-processor.ts';
import type { OutboxTaskJob } from './outbox-task-catalogue.ts';
import type { OutboxTaskHandler } from './outbox-task-runner.ts';
import type { Outbox } from './outbox.ts';

/** The processor of a job whose work is a row of the outbox: claims the row, runs the handler and records the end. */
export function outboxProcessor<Name extends OutboxTaskJob>(
  outbox: Outbox,
  job: Name,
  handler: OutboxTaskHandler<Name>,
): JobProcessor<Name> {
  return { job, process: (pointer: JobPayload<Name>) => outbox.run(job, pointer, handler) };
}
