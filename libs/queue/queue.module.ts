import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { JobQueue } from './job-queue.ts';
import { PolledTurnNews } from './news/polled-turn-news.ts';
import { PostgresTurnNews } from './news/postgres-turn-news.ts';
import { RedisTurnNews } from './news/redis-turn-news.ts';
import type { TurnNews } from './news/turn-news.ts';
import { openQueueConnection, type QueueConnection } from './queue-connection.ts';

export const QUEUE_CONNECTION = Symbol('QueueConnection');
export const TURN_NEWS = Symbol('TurnNews');

function openTurnNews(config: Config, database: Database): TurnNews {
  if (config.queue.kind === 'redis') return new RedisTurnNews(config.queue.url, config.queue.prefix);
  return config.database.kind === 'embedded'
    ? new PolledTurnNews(database)
    : new PostgresTurnNews(config.database.url);
}

/** The queues of this process, and the news that goes between processes. */
@Global()
@Module({
  providers: [
    { provide: QUEUE_CONNECTION, inject: [CONFIG], useFactory: openQueueConnection },
    {
      provide: JobQueue,
      inject: [QUEUE_CONNECTION],
      useFactory: (connection: QueueConnection) => new JobQueue(connection),
    },
    { provide: TURN_NEWS, inject: [CONFIG, Database], useFactory: openTurnNews },
  ],
  exports: [QUEUE_CONNECTION, JobQueue, TURN_NEWS],
})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(QUEUE_CONNECTION) private readonly connection: QueueConnection,
    private readonly jobs: JobQueue,
    @Inject(TURN_NEWS) private readonly news: TurnNews,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.news.close();
    await this.jobs.close();
    await this.connection.close();
  }
}
