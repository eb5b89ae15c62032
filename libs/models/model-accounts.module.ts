import { Module, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { OrgService, SecretBox } from '#identity';
import { OutboundHttp } from '#outbound';
import { Changes } from '#queue';
import { Budget, BudgetReservation, ModelCall, ModelUsage } from './budgets/budget.entities.ts';
import { Budgets, budgetsOf } from './budgets/budgets.ts';
import { LateUses } from './budgets/late-uses.ts';
import { ModelCircuit } from './calls/model-circuit.entity.ts';
import { ModelRest } from './calls/model-rest.entity.ts';
import { EmbeddingSettings } from './embeddings/embedding-settings.ts';
import { Embeddings } from './embeddings/embeddings.ts';
import { ProviderKeyState } from './keys/provider-key-state.entity.ts';
import { StoredKeyStates } from './keys/stored-key-states.ts';
import { OrgCatalogues } from './orgs/org-catalogues.ts';
import { OrgModelRow, OrgProviderKeyRow, OrgTierRow } from './orgs/org-model.entities.ts';
import { OrgModelsRepository } from './orgs/org-models.repository.ts';
import { TaskOutput } from './orgs/task-output.entity.ts';
import { baseUrlsOf } from './providers/configured-providers.ts';

const entities = [
  ProviderKeyState,
  Budget,
  BudgetReservation,
  ModelCall,
  ModelUsage,
  OrgModelRow,
  OrgTierRow,
  OrgProviderKeyRow,
  TaskOutput,
  ModelCircuit,
  ModelRest,
];

/**
 * Whose keys are used and what may be spent: for the processes that ask models, and for the console, which asks for
 * embeddings alone.
 */
@Module({
  imports: [TypeOrmModule.forFeature(entities)],
  providers: [
    { provide: Budgets, inject: [Database, CLOCK, OrgService], useFactory: budgetsOf },
    {
      provide: LateUses,
      inject: [Budgets, PinoLogger],
      useFactory: (budgets: Budgets, logger: PinoLogger) => new LateUses(budgets, logger),
    },
    {
      provide: StoredKeyStates,
      inject: [Database, CLOCK, Changes, PinoLogger],
      useFactory: (database: Database, clock: Clock, changes: Changes, logger: PinoLogger) =>
        new StoredKeyStates(database, clock, changes, logger),
    },
    {
      provide: EmbeddingSettings,
      inject: [CONFIG, CLOCK, StoredKeyStates],
      useFactory: ({ environment }: Config, clock: Clock, keyStates: StoredKeyStates) =>
        new EmbeddingSettings(environment, clock, keyStates),
    },
    {
      provide: OrgCatalogues,
      inject: [CONFIG, CLOCK, Database, Changes, StoredKeyStates, SecretBox, OutboundHttp, EmbeddingSettings],
      useFactory: (
        { environment }: Config,
        clock: Clock,
        database: Database,
        changes: Changes,
        keyStates: StoredKeyStates,
        sealer: SecretBox,
        http: OutboundHttp,
        embeddings: EmbeddingSettings,
      ) =>
        new OrgCatalogues({
          database,
          repository: new OrgModelsRepository(clock),
          changes,
          clock,
          keyStates,
          sealer,
          fetch: (url, init) => http.stream(url instanceof Request ? url.url : url, init),
          baseUrls: baseUrlsOf(environment),
          embeddings,
        }),
    },
    {
      provide: Embeddings,
      inject: [EmbeddingSettings, OrgCatalogues, Budgets, LateUses, CLOCK, PinoLogger],
      useFactory: (
        settings: EmbeddingSettings,
        orgs: OrgCatalogues,
        budgets: Budgets,
        uses: LateUses,
        clock: Clock,
        logger: PinoLogger,
      ) => new Embeddings({ provider: settings.deployment(), orgs, budgets, uses, clock, logger }),
    },
  ],
  exports: [Budgets, StoredKeyStates, OrgCatalogues, Embeddings],
})
export class ModelAccountsModule implements OnModuleInit, BeforeApplicationShutdown {
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly keyStates: StoredKeyStates,
    private readonly orgs: OrgCatalogues,
    private readonly uses: LateUses,
  ) {}

  /** What an org has of its own is known before its first turn. */
  async onModuleInit(): Promise<void> {
    this.ends.push(this.keyStates.follow(), this.orgs.follow());
    await this.orgs.refresh();
  }

  /** Before the pool is closed, which happens in a later phase. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const end of this.ends) end();
    await this.uses.close();
  }
}
