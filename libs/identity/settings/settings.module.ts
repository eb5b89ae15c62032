import { Global, Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { Database } from '#database';
import { AuditLog } from '../audit/audit-log.repository.ts';
import { OrgService } from '../orgs/org.service.ts';
import { DEPLOYMENT_SETTINGS } from './org-settings.ts';
import type { PackSetting } from '#pack-kit';
import { KnownSettings } from './known-settings.ts';
import { SettingService, type NamedBySettings } from './setting.service.ts';

export interface SettingsModuleOptions {
  /** Settings of the installed packs, in addition to the platform's. */
  packSettings: readonly PackSetting[];
  /** Injection token of the provider of names that settings may list. */
  named: InjectionToken<NamedBySettings>;
}

/** The settings of orgs, read and changed through `SettingService`. */
@Global()
@Module({})
export class SettingsModule {
  /** @throws SettingCatalogueError at start, if packs declare invalid settings. */
  static forRoot({ packSettings, named }: SettingsModuleOptions): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: KnownSettings, useFactory: () => new KnownSettings(packSettings) },
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
}
