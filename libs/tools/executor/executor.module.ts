import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { observeToolBreakers } from '#telemetry';
import { PostgresToolCache } from '../cache/postgres-tool-cache.repository.ts';
import { RedisToolCache } from '../cache/redis-tool-cache.ts';
import type { ToolCache } from '../cache/tool-cache.ts';
import { ToolRegistry } from '../registry.ts';
import { CircuitBreakers } from './circuit-breakers.ts';
import { ToolExecutor } from './tool-executor.ts';

const TOOL_CACHE = Symbol('ToolCache');

async function openToolCache({ queue }: Config, database: Database): Promise<ToolCache> {
  return queue.kind === 'redis'
    ? RedisToolCache.open(queue.url, queue.prefix)
    : new PostgresToolCache(database);
}

/** The executor, with the cache shared by all workers and the circuit breakers of this process. */
@Module({
  providers: [
    { provide: TOOL_CACHE, inject: [CONFIG, Database], useFactory: openToolCache },
    {
      provide: CircuitBreakers,
      inject: [PinoLogger],
      useFactory: (logger: PinoLogger) => new CircuitBreakers(logger),
    },
    {
      provide: ToolExecutor,
      inject: [ToolRegistry, Database, CLOCK, TOOL_CACHE, CircuitBreakers, PinoLogger],
      useFactory: (
        registry: ToolRegistry,
        database: Database,
        clock: Clock,
        cache: ToolCache,
        breakers: CircuitBreakers,
        logger: PinoLogger,
      ) => new ToolExecutor(registry, database, clock, { cache, breakers, logger }),
    },
  ],
  exports: [ToolExecutor],
})
export class ExecutorModule implements OnApplicationShutdown {
  private readonly stopObserving: () => void;

  constructor(
    @Inject(TOOL_CACHE) private readonly cache: ToolCache,
    @Inject(CircuitBreakers) breakers: CircuitBreakers,
  ) {
    this.stopObserving = observeToolBreakers(() => breakers.states());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopObserving();
    await this.cache.close();
  }
}
