export type { FollowUpJob, FollowUpPayload } from './follow-ups/follow-up-catalogue.ts';
export { removeFinishedFollowUps } from './follow-ups/finished-follow-ups.repository.ts';
export { type FollowUpState } from './follow-ups/follow-up.entity.ts';
export { outboxProcessor } from './follow-ups/follow-up.processor.ts';
export type { FollowUp, FollowUpHandler } from './follow-ups/follow-up-runner.ts';
export { FollowUps, type NewFollowUp } from './follow-ups/follow-ups.ts';
export {
  jobCatalogue,
  jobNames,
  queueNames,
  type JobDefinition,
  type JobName,
  type JobPayload,
} from './job-catalogue.ts';
export {
  JobCatalogueError,
  PermanentJobError,
  RunLaterError,
  type JobProcessor,
  type JobRun,
} from './job-processor.ts';
export { JobQueue, type EnqueueOptions, type QueueCounts } from './job-queue.ts';
export {
  isQueueName,
  QueueSteering,
  type JobSchedule,
  type QueuedJob,
  type QueuedJobState,
  type QueueState,
} from './queue-steering.ts';
export { JobWorkers } from './job-workers.ts';
export type { ChangeTopic } from './changes/change-topics.ts';
export { Changes } from './changes/changes.ts';
export { NewsModule, TURN_NEWS } from './news.module.ts';
export { type TurnNews } from './news/turn-news.ts';
export { openQueueConnection, QUEUE_CONNECTION, type QueueConnection } from './queue-connection.ts';
export { QueueModule } from './queue.module.ts';
export { someAtOnce } from './some-at-once.ts';
