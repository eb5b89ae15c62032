import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock } from '#config';
import { Database } from '#database';
import { FollowUpRow } from './follow-ups/follow-up.entity.ts';
import { FollowUps } from './follow-ups/follow-ups.ts';
import { JobQueue } from './job-queue.ts';
import { NewsModule } from './news.module.ts';
import { QueueSteering } from './queue-steering.ts';
import { openQueueConnection, type QueueConnection } from './queue-connection.ts';

export const QUEUE_CONNECTION = Symbol('QueueConnection');

/** The queues of this process, and the news that goes between processes. */
@Global()
@Module({
  imports: [NewsModule, TypeOrmModule.forFeature([FollowUpRow])],
  providers: [
    { provide: QUEUE_CONNECTION, inject: [CONFIG], useFactory: openQueueConnection },
    {
      provide: JobQueue,
      inject: [QUEUE_CONNECTION],
      useFactory: (connection: QueueConnection) => new JobQueue(connection),
    },
    { provide: QueueSteering, inject: [JobQueue], useFactory: (jobs: JobQueue) => new QueueSteering(jobs) },
    {
      provide: FollowUps,
      inject: [Database, CLOCK, JobQueue, PinoLogger],
      useFactory: (database: Database, clock: Clock, jobs: JobQueue, logger: PinoLogger) =>
        new FollowUps(database, clock, jobs, logger),
    },
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
