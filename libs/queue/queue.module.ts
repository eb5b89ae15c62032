import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG } from '#config';
import { FollowUpRow } from './follow-ups/follow-up.entity.ts';
import { FollowUps } from './follow-ups/follow-ups.ts';
import { JobQueue } from './job-queue.ts';
import { NewsModule } from './news.module.ts';
import { QueueSteering } from './queue-steering.ts';
import { openQueueConnection, QUEUE_CONNECTION, type QueueConnection } from './queue-connection.ts';

/** The queues of this process, and the news that goes between processes. */
@Global()
@Module({
  imports: [NewsModule, TypeOrmModule.forFeature([FollowUpRow])],
  providers: [
    { provide: QUEUE_CONNECTION, inject: [CONFIG], useFactory: openQueueConnection },
    JobQueue,
    QueueSteering,
    FollowUps,
  ],
  exports: [QUEUE_CONNECTION, JobQueue, QueueSteering, FollowUps],
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
