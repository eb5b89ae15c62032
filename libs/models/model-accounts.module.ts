import { Module, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { Budget, BudgetReservation, ModelCall, ModelUsage } from './budgets/budget.entities.ts';
import { Budgets, budgetsOf } from './budgets/budgets.ts';
import { LateUses } from './budgets/late-uses.ts';
import { ModelCircuit } from './calls/model-circuit.entity.ts';
import { ModelCooldown } from './calls/model-cooldown.entity.ts';
import { EmbeddingSettings } from './embeddings/embedding-settings.ts';
import { Embeddings } from './embeddings/embeddings.ts';
import { ProviderKeyState } from './keys/provider-key-state.entity.ts';
import { StoredKeyStates } from './keys/stored-key-states.ts';
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
 * Whose keys are used and what may be spent: for the processes that ask models, and for the console, which asks for
 * embeddings alone.
 */
@Module({
  imports: [TypeOrmModule.forFeature(entities)],
  providers: [
    { provide: Budgets, inject: [Database, CLOCK, OrgService], useFactory: budgetsOf },
    LateUses,
    StoredKeyStates,
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
      ) => new Embeddings({ provider: settings.deployment(), orgs, budgets, uses, clock, logger }),
    },
  ],
  exports: [Budgets, StoredKeyStates, OrgModelsRepository, OrgCatalogues, Embeddings],
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
