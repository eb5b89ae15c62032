import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AnalyticsModule } from '#analytics';
import { ArtifactsModule } from '#artifacts';
import { BrokerModule, overfullAgents, RolloutEvidenceReadModel } from '#broker';
import { CLOCK, CONFIG, ConfigModule, type Clock, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { FlagsModule } from '#flags';
import { HealthController, READINESS_CHECKS } from '#http';
import { IdentityModule, SecretBox, SettingsModule } from '#identity';
import { McpClientModule } from '#mcp';
import { loadTokenizer, ModelsModule } from '#models';
import { offlineStandIn } from '#offline-model';
import { offlinePacks } from '#packs/offline';
import { installedPacks } from '#packs';
import { OutboundHttp, OutboundModule, WebhookSecrets, WebhookSender } from '#outbound';
import { JobQueue, JobWorkers, QUEUE_CONNECTION, QueueModule, type QueueConnection } from '#queue';
import {
  LoggingModule,
  observeQueues,
  observeRollupLag,
  observeUnknownEffects,
  TelemetryModule,
} from '#telemetry';
import { countUnknownEffects, ToolRegistry, toolsMissingLanguages, ToolsModule, taskTiersOf } from '#tools';
import { TurnReadModel, TurnsModule, turnSlots, TurnWorkModule, WorkerSlots } from '#turns';
import { JobServices, processorsOf } from './processors.ts';

/** Turns that still run after this time are returned to the queue for another worker. */
const SHUTDOWN_GRACE_MS = 20_000;
/** Maximum wait for running jobs, so that the process ends within 30 s in any state of the queue. */
const SHUTDOWN_LIMIT_MS = 25_000;

const SCHEDULE_RETRY_MS = 2_000;
/**
 * Interval of the check for lost schedules. Jobs that the queue lost wait at most this long plus one interval of the
 * sweep.
 */
const SCHEDULE_CHECK_MS = 15_000;

/** The consumers: one thin processor per job of the catalogue. */
@Module({})
export class WorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly workers: JobWorkers;
  private readonly slots: WorkerSlots;
  private closing = false;
  private readonly stopObserving: (() => void)[];

  static forRoot(config: Config): DynamicModule {
    const packs = installedPacks(config);
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot({ serviceName: 'turnpike-worker' }),
        DatabaseModule,
        TelemetryModule.forRoot({ serviceName: 'turnpike-worker' }),
        QueueModule,
        OutboundModule.forRoot({ sealer: SecretBox }),
        IdentityModule,
        SettingsModule.forRoot({ packs, named: ToolRegistry }),
        FlagsModule.forRoot({ packs, evidence: RolloutEvidenceReadModel }),
        ToolsModule.forPacks(packs),
        ArtifactsModule,
        ModelsModule.forRoot({
          app: 'worker',
          inject: [ToolRegistry],
          standIn: (registry: ToolRegistry) => offlineStandIn(registry, offlinePacks),
          taskTiers: taskTiersOf(packs),
        }),
        McpClientModule.forApp('worker'),
        BrokerModule,
        TurnsModule,
        TurnWorkModule,
        AnalyticsModule,
      ],
      controllers: [HealthController],
      providers: [
        JobServices,
        {
          provide: WebhookSender,
          inject: [Database, CLOCK, OutboundHttp, WebhookSecrets, TurnReadModel],
          useFactory: (
            database: Database,
            clock: Clock,
            http: OutboundHttp,
            secrets: WebhookSecrets,
            turns: TurnReadModel,
          ) =>
            new WebhookSender(database, clock, http, secrets, (orgId, turnId) => turns.find(orgId, turnId)),
        },
        {
          provide: READINESS_CHECKS,
          inject: [Database, JobQueue],
          useFactory: (database: Database, jobs: JobQueue) => ({
            database: () => database.ping(),
            queue: () => jobs.ping(),
          }),
        },
      ],
    };
  }

  constructor(
    @Inject(QUEUE_CONNECTION) connection: QueueConnection,
    @Inject(CONFIG) config: Config,
    @Inject(Database) database: Database,
    private readonly jobs: JobQueue,
    private readonly services: JobServices,
    private readonly registry: ToolRegistry,
    private readonly logger: PinoLogger,
  ) {
    const concurrency = config.environment.WORKER_CONCURRENCY;
    this.workers = new JobWorkers(connection, processorsOf(services), { concurrency, logger });
    this.slots = new WorkerSlots(database, turnSlots(concurrency));
    this.stopObserving = [
      observeQueues(async () =>
        (await jobs.counts()).map(({ queue, oldestAgeMs, ...depth }) => ({ queue, depth, oldestAgeMs })),
      ),
      observeUnknownEffects(() =>
        database.asPlatform(
          'the metrics count the side effects of every org that wait for a person',
          countUnknownEffects,
        ),
      ),
      observeRollupLag(() => services.rollups.lagMs()),
    ];
  }

  onApplicationBootstrap(): void {
    const agents = overfullAgents(this.registry);
    if (agents.length > 0)
      this.logger.warn(
        { agents },
        'agents have so many tools that are always offered that no ranked one has a place; lower their tier (npm run tools -- override)',
      );
    const tools = toolsMissingLanguages(this.registry);
    if (tools.length > 0)
      this.logger.warn(
        { tools },
        'tools have no words in languages that their packs serve: messages in these find them by chance; add examples (npm run tools -- override)',
      );
    // Load in the background; an earlier token count waits for the same load.
    void loadTokenizer();
    this.workers.start();
    this.slots.start();
    void this.keepSchedules();
  }

  /** Sets the schedules as soon as the queue is reachable, and again if the queue has lost them. */
  private async keepSchedules(): Promise<void> {
    let started = false;
    while (!this.closing) {
      try {
        const mended = started ? await this.jobs.mendSchedules() : await this.jobs.startSchedules();
        started = true;
        if (mended && mended.length > 0)
          this.logger.warn(
            { schedules: mended },
            'schedules were missing or had a wrong next run; they have been set again',
          );
      } catch (error) {
        this.logger.warn({ err: error }, 'the schedules could not be set; they will be retried');
      }
      await delay(started ? SCHEDULE_CHECK_MS : SCHEDULE_RETRY_MS, undefined, { ref: false });
    }
  }

  /**
   * First phase of a shutdown; later phases close spans and pools. It takes no more jobs, waits for running jobs, and
   * returns turns that take too long.
   */
  async onModuleDestroy(): Promise<void> {
    this.closing = true;
    for (const stop of this.stopObserving) stop();
    this.services.runner.close(SHUTDOWN_GRACE_MS);
    this.slots.stop();
    await this.workers.close(SHUTDOWN_LIMIT_MS);
  }
}
