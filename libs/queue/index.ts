export type { OutboxTaskJob } from './outbox/outbox-task-catalogue.ts';
export { removeFinishedOutboxTasks } from './outbox/finished-outbox-tasks.repository.ts';
export { outboxProcessor } from './outbox/outbox-task.processor.ts';
export type { OutboxTask, OutboxTaskHandler } from './outbox/outbox-task-runner.ts';
export { Outbox } from './outbox/outbox.ts';
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
export { JobQueue } from './job-queue.ts';
export { isQueueName, QueueSteering, type QueuedJob, type QueueState } from './queue-steering.ts';
export { JobWorkers } from './job-workers.ts';
export type { ChangeTopic } from './changes/change-topics.ts';
export { Changes } from './changes/changes.ts';
export { NotificationsModule, TURN_NOTIFICATIONS } from './notifications.module.ts';
export { type TurnNotifications } from './notifications/turn-notifications.ts';
export { openQueueConnection, QUEUE_CONNECTION, type QueueConnection } from './queue-connection.ts';
export { QueueModule } from './queue.module.ts';
export { runInRounds } from './run-in-rounds.ts';
