import { Controller, Get, Inject, Query } from '@nestjs/common';
import { pickedOrg, type PickedOrg } from '#contracts';
import { type ConsoleOverview } from '#contracts/console';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { OverviewReadModel } from './overview.read-model.ts';

/** Current state of the installation. */
@Controller('admin/overview')
export class OverviewController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(OverviewReadModel) private readonly overview: OverviewReadModel,
  ) {}

  @Get()
  async show(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<ConsoleOverview> {
    return this.overview.of(await this.scopes.of(viewer, org));
  }
}
