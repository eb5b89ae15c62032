import {
  Global,
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type InjectionToken,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseUnavailableError } from '#database';
import { AuditLog } from '../audit/audit-log.repository.ts';
import { OrgService } from '../orgs/org.service.ts';
import { DEPLOYMENT_SETTINGS } from './org-settings.ts';
import { packSettingsOf, type Pack } from '#pack-kit';
import { KnownSettings } from './known-settings.ts';
import { SecretBox } from './secret-box.ts';
import { SettingService, type NamedBySettings } from './setting.service.ts';
import { secretsWarning } from './stored-secrets.read-model.ts';

export interface SettingsModuleOptions {
  /** The installed packs, whose settings come in addition to the platform's. */
  packs: readonly Pack[];
  /** Injection token of the provider of names that settings may list. */
  named: InjectionToken<NamedBySettings>;
}

/** The settings of orgs, read and changed through `SettingService`. */
@Global()
@Module({})
export class SettingsModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws TurnpikeError SETTING_CATALOGUE_INVALID at start, if packs declare invalid settings. */
  static forRoot({ packs, named }: SettingsModuleOptions): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: KnownSettings, useFactory: () => new KnownSettings(packSettingsOf(packs)) },
        {
          provide: SettingService,
          inject: [Database, OrgService, AuditLog, KnownSettings, DEPLOYMENT_SETTINGS, named],
          useFactory: (...parts: ConstructorParameters<typeof SettingService>) =>
            new SettingService(...parts),
        },
      ],
      exports: [KnownSettings, SettingService],
    };
  }

  /** Warns once per process. A process also starts without its database, and then does not check. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      const warning = await secretsWarning(this.database, this.secrets, this.config.production);
      if (warning) new Logger('Secrets').warn(warning);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }
}
