import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pack } from '#pack-kit';
import { Changes } from '#queue';
import { FlagService } from './commands/flag.service.ts';
import { FlagTransferService } from './commands/flag-transfer.service.ts';
import { FlagWriter } from './commands/flag-writer.ts';
import { FlagAlert } from './flag-alert.entity.ts';
import { FlagAlertRepository } from './flag-alert.repository.ts';
import { FlagCatalogue } from './flag-catalogue.ts';
import { FlagRule } from './flag-rule.entity.ts';
import { FlagRuleRepository } from './flag-rule.repository.ts';
import { FlagStore } from './flag-store.ts';
import { Flags } from './flags.ts';
import { ROLLOUT_EVIDENCE, type RolloutEvidence } from './rollout/rollout-evidence.ts';
import { RolloutGate } from './rollout/rollout-gate.ts';
import { RolloutGuard } from './rollout/rollout-guard.ts';

export interface FlagsModuleOptions {
  /** The installed packs, whose flags come in addition to the platform's. */
  packs?: readonly Pack[];
  /** Implementation of the evidence for rollouts. */
  evidence: Type<RolloutEvidence>;
}

const EXPORTED = [
  FlagRuleRepository,
  FlagAlertRepository,
  FlagService,
  FlagTransferService,
  RolloutGate,
  RolloutGuard,
];

/** Feature flags: `Flags` evaluates them, `FlagService` changes them. Changes by other processes take effect within 2 s. */
@Global()
@Module({})
export class FlagsModule implements OnModuleInit, BeforeApplicationShutdown {
  private endSubscription: (() => void) | undefined;

  /** @throws TurnpikeError FLAG_CATALOGUE_INVALID at start, if packs declare invalid flags. */
  static forRoot({ packs = [], evidence }: FlagsModuleOptions): DynamicModule {
    return {
      module: FlagsModule,
      imports: [TypeOrmModule.forFeature([FlagRule, FlagAlert])],
      providers: [
        {
          provide: FlagCatalogue,
          useFactory: () => new FlagCatalogue(packs.flatMap(({ flags = [] }) => flags)),
        },
        {
          provide: FlagStore,
          inject: [FlagCatalogue, FlagRuleRepository],
          useFactory: (catalogue: FlagCatalogue, rules: FlagRuleRepository) =>
            new FlagStore(catalogue, () => rules.all()),
        },
        { provide: Flags, inject: [FlagStore], useFactory: (store: FlagStore) => Flags.open(store) },
        { provide: ROLLOUT_EVIDENCE, useClass: evidence },
        FlagWriter,
        ...EXPORTED,
      ],
      exports: [Flags, FlagCatalogue, ...EXPORTED],
    };
  }

  constructor(
    private readonly store: FlagStore,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  onModuleInit(): void {
    this.endSubscription = this.changes.subscribe('flags', () => this.store.refresh());
  }

  /** Runs before the pool is closed in a later phase. */
  beforeApplicationShutdown(): void {
    this.endSubscription?.();
  }
}
