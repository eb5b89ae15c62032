import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import {
  clearFlag,
  flagKey,
  flagListQuery,
  importFlags,
  setFlag,
  switchFlag,
  undoFlagChange,
  uuid,
  type ClearFlag,
  type FlagAlertView,
  type FlagDetail,
  type FlagDocument,
  type FlagImportOutcome,
  type FlagListQuery,
  type FlagView,
  type ImportFlags,
  type SetFlag,
  type SwitchFlag,
  type UndoFlagChange,
} from '#contracts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { FlagCommands } from './flag-commands.ts';
import { FlagHistoryReadModel } from './flag-history.read-model.ts';
import { FlagsReadModel } from './flags.read-model.ts';

/** Feature flags: their values in each org, and changes to them. */
@Controller('admin/flags')
export class FlagsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(FlagsReadModel) private readonly flags: FlagsReadModel,
    @Inject(FlagHistoryReadModel) private readonly history: FlagHistoryReadModel,
    @Inject(FlagCommands) private readonly commands: FlagCommands,
  ) {}

  @Get()
  async list(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: flagListQuery }) { org }: FlagListQuery,
  ): Promise<{ items: FlagView[] }> {
    return { items: await this.flags.list(await this.scopes.of(viewer, org)) };
  }

  /** Fallbacks by safeguards, newest first. */
  @Get('alerts')
  async alerts(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: flagListQuery }) { org }: FlagListQuery,
  ): Promise<{ items: FlagAlertView[] }> {
    return { items: await this.history.alerts(await this.scopes.of(viewer, org)) };
  }

  @Get('export')
  async export(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: flagListQuery }) { org }: FlagListQuery,
  ): Promise<FlagDocument> {
    return this.commands.export(await this.scopes.of(viewer, org));
  }

  @Post('import')
  @HttpCode(200)
  async import(
    @CurrentViewer() viewer: Viewer,
    @Body({ schema: importFlags }) request: ImportFlags,
  ): Promise<FlagImportOutcome> {
    return this.commands.import(viewer, request);
  }

  @Get(':key')
  async detail(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Query({ schema: flagListQuery }) { org }: FlagListQuery,
  ): Promise<FlagDetail> {
    const scope = await this.scopes.of(viewer, org);
    const [shown, history] = await Promise.all([this.flags.detail(scope, key), this.history.of(scope, key)]);
    return { ...shown, history };
  }

  @Post(':key/set')
  @HttpCode(200)
  async set(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: setFlag }) request: SetFlag,
  ): Promise<FlagDetail['flag']> {
    await this.commands.set(viewer, key, request);
    return this.shown(viewer, key);
  }

  @Post(':key/clear')
  @HttpCode(200)
  async clear(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: clearFlag }) request: ClearFlag,
  ): Promise<FlagDetail['flag']> {
    await this.commands.clear(viewer, key, request);
    return this.shown(viewer, key);
  }

  @Post(':key/kill')
  @HttpCode(200)
  async kill(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: switchFlag }) request: SwitchFlag,
  ): Promise<FlagDetail['flag']> {
    await this.commands.kill(viewer, key, request);
    return this.shown(viewer, key);
  }

  @Post(':key/revive')
  @HttpCode(200)
  async revive(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: switchFlag }) request: SwitchFlag,
  ): Promise<FlagDetail['flag']> {
    await this.commands.revive(viewer, key, request);
    return this.shown(viewer, key);
  }

  /** Restores the setting that the change of that audit entry replaced. */
  @Post('changes/:id/undo')
  @HttpCode(200)
  async undo(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: undoFlagChange }) request: UndoFlagChange,
  ): Promise<FlagDetail['flag']> {
    return this.shown(viewer, await this.commands.undo(viewer, id, request));
  }

  private async shown(viewer: Viewer, key: string): Promise<FlagView> {
    const { flag } = await this.flags.detail(await this.scopes.of(viewer), key);
    return flag;
  }
}
