import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { pickedOrg, uuid, type PickedOrg } from '#contracts';
import {
  saveAnalyticsQuery,
  type SaveAnalyticsQuery,
  type SavedAnalyticsQueries,
  type SavedAnalyticsQuery,
} from '#contracts/console';
import { SavedQueries, type Keeper, type SavedQueryRow } from '#analytics';
import { isAdmin } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Saved queries: of the picked org, or across orgs. */
@Controller('admin/analytics/queries')
export class SavedQueriesController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(SavedQueries) private readonly saved: SavedQueries,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async list(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<SavedAnalyticsQueries> {
    const { orgId } = await this.scopes.of(viewer, org);
    return { items: (await this.saved.list(orgId, viewer.user.id)).map((row) => viewOf(row, viewer)) };
  }

  @Post()
  async add(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: saveAnalyticsQuery }) query: SaveAnalyticsQuery,
  ): Promise<SavedAnalyticsQuery> {
    const { orgId } = await this.scopes.of(viewer, org);
    return viewOf(await this.saved.add(orgId, keeperOf(viewer), query), viewer);
  }

  @Put(':id')
  async change(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: saveAnalyticsQuery }) query: SaveAnalyticsQuery,
  ): Promise<SavedAnalyticsQuery> {
    const { orgId } = await this.scopes.of(viewer, org);
    return viewOf(await this.saved.change(orgId, keeperOf(viewer), id, query), viewer);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<void> {
    const { orgId } = await this.scopes.of(viewer, org);
    await this.saved.remove(orgId, keeperOf(viewer), id);
  }
}

function keeperOf(viewer: Viewer): Keeper {
  return { userId: viewer.user.id, actor: viewer.actor, admin: isAdmin(viewer) };
}

function viewOf(row: SavedQueryRow, { user }: Viewer): SavedAnalyticsQuery {
  const { id, name, parameters, shared, author, updatedAt, orgId, orgSlug, orgName } = row;
  return {
    id,
    name,
    parameters,
    shared,
    author,
    org:
      orgId !== null && orgSlug !== null && orgName !== null
        ? { id: orgId, slug: orgSlug, name: orgName }
        : null,
    mine: row.authorId === user.id,
    updatedAt: updatedAt.toISOString(),
  };
}
