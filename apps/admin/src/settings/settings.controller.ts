import { Body, Controller, Delete, Get, Header, Inject, Param, Put } from '@nestjs/common';
import {
  clearSetting,
  setSetting,
  settingName,
  type ClearSetting,
  type SetSetting,
  type SettingList,
  type SettingView,
} from '#contracts';
import { SecretBox, SettingService } from '#identity';
import { redactText } from '#text';
import { isAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgToEdit, PickedOrgScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Settings of one org: all its users see them, its admins change them. */
@Controller('admin/settings')
export class SettingsController {
  constructor(
    @Inject(SettingService) private readonly settings: SettingService,
    @Inject(SecretBox) private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async list(
    @CurrentViewer() viewer: Viewer,
    @PickedOrgScope() { orgId }: OrgScope<string>,
  ): Promise<SettingList> {
    const items = await this.settings.list(orgId);
    return {
      items: isAdmin(viewer) ? items : items.map(withoutSecrets),
      secretsCanBeStored: this.secrets.available,
    };
  }

  @Put(':name')
  @Header('cache-control', 'no-store')
  async set(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: settingName }) name: string,
    @OrgToEdit() orgId: string,
    @Body({ schema: setSetting }) { value, why }: SetSetting,
  ): Promise<SettingView> {
    return this.settings.set(orgId, name, value, { actor: viewer.actor, why });
  }

  @Delete(':name')
  @Header('cache-control', 'no-store')
  async clear(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: settingName }) name: string,
    @OrgToEdit() orgId: string,
    @Body({ schema: clearSetting }) { why }: ClearSetting,
  ): Promise<SettingView> {
    return this.settings.clear(orgId, name, { actor: viewer.actor, why });
  }
}

/** A value may contain a key, for example in the address of a webhook. */
function withoutSecrets(setting: SettingView): SettingView {
  const clean = (text: string | null) => (text === null ? null : redactText(text));
  return { ...setting, value: clean(setting.value), default: clean(setting.default) };
}
