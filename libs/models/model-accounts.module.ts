import { Module, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { Changes } from '#queue';
import { Budget, BudgetReservation, ModelCall, ModelUsage } from './budgets/budget.entities.ts';
import { Budgets, budgetsOf } from './budgets/budgets.ts';
import { LateUses } from './budgets/late-uses.ts';
import { ModelCircuit } from './calls/model-circuit.entity.ts';
import { ModelCooldown } from './calls/model-cooldown.entity.ts';
import { KEY_STATES } from './cooldowns/cooldown.repository.ts';
import { StoredCooldowns } from './cooldowns/stored-cooldowns.ts';
import { EmbeddingSettings } from './embeddings/embedding-settings.ts';
import { Embeddings } from './embeddings/embeddings.ts';
import { ProviderKeyState } from './keys/provider-key-state.entity.ts';
import { KeyStates } from './keys/key-states.ts';
import { OrgCatalogues } from './orgs/org-catalogues.ts';
import { OrgModelRow, OrgProviderKeyRow, OrgTierRow } from './orgs/org-model.entities.ts';
import { OrgModelsRepository } from './orgs/org-models.repository.ts';
import { TaskOutput } from './orgs/task-output.entity.ts';

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
  ModelCooldown,
];

/**
 * Keys, budgets and embeddings: everything that decides who pays for a call. Used by processes that call models, and
 * by the console, which only calls embeddings.
 */
@Module({
  imports: [TypeOrmModule.forFeature(entities)],
  providers: [
    { provide: Budgets, inject: [Database, CLOCK, OrgService], useFactory: budgetsOf },
    LateUses,
    {
      provide: KeyStates,
      inject: [Database, CLOCK, Changes, PinoLogger],
      useFactory: (database: Database, clock: Clock, changes: Changes, logger: PinoLogger) =>
        new KeyStates(new StoredCooldowns(KEY_STATES, database, clock, changes, logger)),
    },
    EmbeddingSettings,
    OrgModelsRepository,
    OrgCatalogues,
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
      ) => new Embeddings({ ...settings.parts, orgs, budgets, uses, clock, logger }),
    },
  ],
  exports: [Budgets, KeyStates, OrgModelsRepository, OrgCatalogues, Embeddings],
})
export class ModelAccountsModule implements OnModuleInit, BeforeApplicationShutdown {
  private readonly unsubscribes: (() => void)[] = [];

  constructor(
    private readonly keyStates: KeyStates,
    private readonly orgs: OrgCatalogues,
    private readonly uses: LateUses,
  ) {}

  /** Loads the orgs' own models, keys and tiers before the first turn. */
  async onModuleInit(): Promise<void> {
    this.unsubscribes.push(this.keyStates.follow(), this.orgs.follow());
    await this.orgs.refresh();
  }

  /** Runs before the database pool is closed, which happens in a later shutdown phase. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const unsubscribe of this.unsubscribes) unsubscribe();
    await this.uses.close();
  }
}
