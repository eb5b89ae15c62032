import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  clearFlag,
  flagKey,
  importFlags,
  setFlag,
  switchFlag,
  undoFlagChange,
  uuid,
  type ClearFlag,
  type FlagAlertView,
  type FlagDetail,
  type FlagImportOutcome,
  type FlagView,
  type ImportFlags,
  type SetFlag,
  type SwitchFlag,
  type UndoFlagChange,
  type FlagPlaceRequest,
} from '#contracts';
import {
  conversationPlace,
  FlagService,
  FlagTransferService,
  orgPlace,
  PLATFORM_DEFAULT,
  type FlagPlace,
} from '#flags';
import { notAllowed, orgNeeded } from '../http/problems.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';
import { PickedScope, ViewerScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { FlagHistoryReadModel } from './flag-history.read-model.ts';
import { FlagsReadModel } from './flags.read-model.ts';

/** Feature flags: their values in each org, and changes to them: an org's by its admins, all others by platform admins. */
@Controller('admin/flags')
export class FlagsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(FlagsReadModel) private readonly flags: FlagsReadModel,
    @Inject(FlagHistoryReadModel) private readonly history: FlagHistoryReadModel,
    @Inject(FlagService) private readonly changes: FlagService,
    @Inject(FlagTransferService) private readonly transfer: FlagTransferService,
  ) {}

  @Get()
  async list(@PickedScope() scope: OrgScope): Promise<{ items: FlagView[] }> {
    return { items: await this.flags.list(scope) };
  }

  /** Fallbacks by safeguards, newest first. */
  @Get('alerts')
  async alerts(@PickedScope() scope: OrgScope): Promise<{ items: FlagAlertView[] }> {
    return { items: await this.history.alerts(scope) };
  }

  @Get('export')
  async export(@PickedScope() { orgId }: OrgScope) {
    return this.transfer.export(orgId);
  }

  @Post('import')
  @HttpCode(200)
  async import(
    @CurrentViewer() viewer: Viewer,
    @Body({ schema: importFlags }) { document, dryRun = false, ...request }: ImportFlags,
  ): Promise<FlagImportOutcome> {
    refuseUnlessAdmin(viewer);
    const decision = { ...decisionOf(viewer, request), dryRun };
    return { dryRun, changes: await this.transfer.import(document, viewer.orgId, decision) };
  }

  @Get(':key')
  async detail(
    @Param('key', { schema: flagKey }) key: string,
    @PickedScope() scope: OrgScope,
    @ViewerScope() all: OrgScope,
  ): Promise<FlagDetail> {
    const [shown, history] = await Promise.all([
      this.flags.detail(scope, key),
      this.history.of(scope, key, all),
    ]);
    return { ...shown, history };
  }

  @Post(':key/set')
  @HttpCode(200)
  async set(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: setFlag }) { at, value, percent, ...request }: SetFlag,
  ): Promise<FlagDetail['flag']> {
    const place = await this.placeOf(viewer, at);
    await this.changes.set(key, place, { value, percent }, decisionOf(viewer, request));
    return this.shown(viewer, key);
  }

  @Post(':key/clear')
  @HttpCode(200)
  async clear(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: clearFlag }) { at, ...request }: ClearFlag,
  ): Promise<FlagDetail['flag']> {
    await this.changes.clear(key, await this.placeOf(viewer, at), decisionOf(viewer, request));
    return this.shown(viewer, key);
  }

  @Post(':key/kill')
  @HttpCode(200)
  async kill(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: switchFlag }) request: SwitchFlag,
  ): Promise<FlagDetail['flag']> {
    refuseOthersThanPlatform(viewer);
    await this.changes.kill(key, decisionOf(viewer, request));
    return this.shown(viewer, key);
  }

  @Post(':key/revive')
  @HttpCode(200)
  async revive(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: flagKey }) key: string,
    @Body({ schema: switchFlag }) request: SwitchFlag,
  ): Promise<FlagDetail['flag']> {
    refuseOthersThanPlatform(viewer);
    await this.changes.revive(key, decisionOf(viewer, request));
    return this.shown(viewer, key);
  }

  /** Restores the setting that the change of that audit entry replaced. */
  @Post('changes/:id/undo')
  @HttpCode(200)
  async undo(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: undoFlagChange }) { force, ...request }: UndoFlagChange,
  ): Promise<FlagDetail['flag']> {
    refuseUnlessAdmin(viewer);
    const undone = await this.changes.undo(id, viewer.orgId, { ...decisionOf(viewer, request), force });
    return this.shown(viewer, undone.flag);
  }

  private async shown(viewer: Viewer, key: string): Promise<FlagView> {
    const { flag } = await this.flags.detail(await this.scopes.of(viewer), key);
    return flag;
  }

  /** @throws ProblemError 403 without the permission, 404 for an org outside the viewer's scope, 422 without an org. */
  private async placeOf(viewer: Viewer, at: FlagPlaceRequest): Promise<FlagPlace> {
    if (at.place === 'default') {
      refuseOthersThanPlatform(viewer);
      return PLATFORM_DEFAULT;
    }
    const { orgId } = await this.scopes.of(viewer, at.org);
    refuseUnlessAdmin(viewer);
    if (orgId === null) throw orgNeeded('Name the org.', '/at/org');
    return at.place === 'conversation'
      ? conversationPlace(orgId, at.conversationId.toLowerCase())
      : orgPlace(at.place, orgId);
  }
}

function decisionOf(
  { actor }: Viewer,
  { why, revision, overrideGate }: { why: string; revision?: number; overrideGate?: boolean },
) {
  return { actor, why, seen: revision, overrideGate };
}

function refuseOthersThanPlatform({ user }: Viewer): void {
  if (user.role !== 'platform_admin')
    throw notAllowed('Only platform admins can set platform defaults and kill switches.');
}
