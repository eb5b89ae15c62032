import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { observeEventLoop } from './metrics/event-loop-lag.ts';
import { PostgresTraceSink } from './trace-store/postgres-trace-sink.repository.ts';
import { SpanTextPolicies } from './redaction/span-text-policies.ts';
import { startTracing, type Tracing } from './tracing/tracing.ts';

/** The running {@link Tracing} of this process. */
export const TRACING = Symbol('Tracing');

/** Starts tracing into the database, measures the event loop, and writes the last spans before the pool closes. */
@Global()
@Module({})
export class TelemetryModule implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly stopEventLoop = observeEventLoop();

  constructor(@Inject(TRACING) private readonly tracing: Tracing) {}

  /** @param options.serviceName `turnpike-api`, `turnpike-worker`, `turnpike-admin`. */
  static forRoot(options: { serviceName: string }): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        SpanTextPolicies,
        {
          provide: TRACING,
          inject: [Database, CONFIG, CLOCK, SpanTextPolicies],
          useFactory: (database: Database, config: Config, clock: Clock, policies: SpanTextPolicies) =>
            startTracing({
              serviceName: options.serviceName,
              traceSink: new PostgresTraceSink(database),
              otlpEndpoint: config.environment.OTEL_EXPORTER_OTLP_ENDPOINT,
              clock,
              textPolicyOf: (orgId) => policies.of(orgId),
            }),
        },
      ],
      exports: [TRACING, SpanTextPolicies],
    };
  }

  /** The pool closes in the next phase; workers return their turns in the previous one (`onModuleDestroy`). */
  async beforeApplicationShutdown(): Promise<void> {
    await this.tracing.shutdown();
  }

  onApplicationShutdown(): void {
    this.stopEventLoop();
  }
}
