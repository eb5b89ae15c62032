import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '#config';
import { JobQueue } from './job-queue.ts';
import { NewsModule } from './news.module.ts';
import { openQueueConnection, type QueueConnection } from './queue-connection.ts';

export const QUEUE_CONNECTION = Symbol('QueueConnection');

/** The queues of this process, and the news that goes between processes. */
@Global()
@Module({
  imports: [NewsModule],
  providers: [
    { provide: QUEUE_CONNECTION, inject: [CONFIG], useFactory: openQueueConnection },
    {
      provide: JobQueue,
      inject: [QUEUE_CONNECTION],
      useFactory: (connection: QueueConnection) => new JobQueue(connection),
    },
  ],
  exports: [QUEUE_CONNECTION, JobQueue],
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
