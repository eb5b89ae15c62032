import { Inject, Injectable } from '@nestjs/common';
import type {
  ClearFlag,
  FlagDocument,
  FlagImportOutcome,
  FlagPlaceRequest,
  ImportFlags,
  SetFlag,
  SwitchFlag,
  UndoFlagChange,
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
import type { Viewer } from '../session/viewer.ts';

/** Changes flags within the viewer's role: an org admin in the own org, a platform admin everywhere. */
@Injectable()
export class FlagCommands {
  constructor(
    @Inject(FlagService) private readonly flags: FlagService,
    @Inject(FlagTransferService) private readonly transfer: FlagTransferService,
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
  ) {}

  async set(viewer: Viewer, key: string, { at, value, percent, ...request }: SetFlag): Promise<void> {
    const place = await this.placeOf(viewer, at);
    await this.flags.set(key, place, { value, percent }, decisionOf(viewer, request));
  }

  async clear(viewer: Viewer, key: string, { at, ...request }: ClearFlag): Promise<void> {
    await this.flags.clear(key, await this.placeOf(viewer, at), decisionOf(viewer, request));
  }

  async kill(viewer: Viewer, key: string, request: SwitchFlag): Promise<void> {
    refuseOthersThanPlatform(viewer);
    await this.flags.kill(key, decisionOf(viewer, request));
  }

  async revive(viewer: Viewer, key: string, request: SwitchFlag): Promise<void> {
    refuseOthersThanPlatform(viewer);
    await this.flags.revive(key, decisionOf(viewer, request));
  }

  /** @returns the key of the flag. */
  async undo(viewer: Viewer, changeId: string, { force, ...request }: UndoFlagChange): Promise<string> {
    refuseUnlessAdmin(viewer);
    const decision = { ...decisionOf(viewer, request), force };
    return (await this.flags.undo(changeId, viewer.orgId, decision)).flag;
  }

  export({ orgId }: OrgScope): Promise<FlagDocument> {
    return this.transfer.export(orgId);
  }

  async import(
    viewer: Viewer,
    { document, dryRun = false, ...request }: ImportFlags,
  ): Promise<FlagImportOutcome> {
    refuseUnlessAdmin(viewer);
    const decision = { ...decisionOf(viewer, request), dryRun };
    return { dryRun, changes: await this.transfer.import(document, viewer.orgId, decision) };
  }

  /**
   * @throws ProblemError 403 for a role without the permission, 404 for an org outside the viewer's scope,
   * 422 without an org.
   */
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
