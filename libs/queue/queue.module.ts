import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG } from '#config';
import { OutboxTaskRow } from './outbox/outbox-task.entity.ts';
import { Outbox } from './outbox/outbox.ts';
import { JobQueue } from './job-queue.ts';
import { NotificationsModule } from './notifications.module.ts';
import { QueueSteering } from './queue-steering.ts';
import { openQueueConnection, QUEUE_CONNECTION, type QueueConnection } from './queue-connection.ts';

/** The queues of this process, and the notifications between processes. */
@Global()
@Module({
  imports: [NotificationsModule, TypeOrmModule.forFeature([OutboxTaskRow])],
  providers: [
    { provide: QUEUE_CONNECTION, inject: [CONFIG], useFactory: openQueueConnection },
    JobQueue,
    QueueSteering,
    Outbox,
  ],
  exports: [QUEUE_CONNECTION, JobQueue, QueueSteering, Outbox],
})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(QUEUE_CONNECTION) private readonly connection: QueueConnection,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.jobs.close();
    await this.connection.close();
  }
}
