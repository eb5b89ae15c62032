import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { ChangeRevision } from './changes/change-revision.entity.ts';
import { Changes } from './changes/changes.ts';
import { SilentNewsBus, type NewsBus } from './news/news-bus.ts';
import { PolledTurnNews } from './news/polled-turn-news.ts';
import { PostgresNewsBus } from './news/postgres-news-bus.ts';
import { PushedTurnNews } from './news/pushed-turn-news.ts';
import { RedisNewsBus } from './news/redis-news-bus.ts';
import type { TurnNews } from './news/turn-news.ts';

const NEWS_BUS = Symbol('NewsBus');
export const TURN_NEWS = Symbol('TurnNews');

function openNewsBus(config: Config): NewsBus {
  if (config.queue.kind === 'redis') return new RedisNewsBus(config.queue.url, config.queue.prefix);
  return config.database.kind === 'embedded' ? new SilentNewsBus() : new PostgresNewsBus(config.database.url);
}

function openTurnNews(bus: NewsBus, database: Database): TurnNews {
  return bus instanceof SilentNewsBus ? new PolledTurnNews(database) : new PushedTurnNews(bus);
}

/** What goes between processes besides jobs: news of turns, and of changes that every process takes over. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ChangeRevision])],
  providers: [
    { provide: NEWS_BUS, inject: [CONFIG], useFactory: openNewsBus },
    { provide: TURN_NEWS, inject: [NEWS_BUS, Database], useFactory: openTurnNews },
    {
      provide: Changes,
      inject: [Database, NEWS_BUS, PinoLogger],
      useFactory: (database: Database, bus: NewsBus, logger: PinoLogger) =>
        new Changes(database, bus, logger),
    },
  ],
  exports: [TURN_NEWS, Changes],
})
export class NewsModule implements OnApplicationShutdown {
  constructor(
    @Inject(NEWS_BUS) private readonly bus: NewsBus,
    @Inject(TURN_NEWS) private readonly turnNews: TurnNews,
    private readonly changes: Changes,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.changes.close();
    await this.turnNews.close();
    await this.bus.close();
  }
}
