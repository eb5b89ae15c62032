import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  saveAnalyticsQuery,
  type SaveAnalyticsQuery,
  type SavedAnalyticsQueries,
  type SavedAnalyticsQuery,
} from '#contracts/console';
import { SavedQueries, type Keeper, type SavedQueryRow } from '#analytics';
import { isAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Saved queries: of the picked org, or across orgs. */
@Controller('admin/analytics/queries')
export class SavedQueriesController {
  constructor(@Inject(SavedQueries) private readonly saved: SavedQueries) {}

  @Get()
  @Header('cache-control', 'no-store')
  async list(
    @CurrentViewer() viewer: Viewer,
    @PickedScope() { orgId }: OrgScope,
  ): Promise<SavedAnalyticsQueries> {
    return { items: (await this.saved.list(orgId, viewer.user.id)).map((row) => viewOf(row, viewer)) };
  }

  @Post()
  async add(
    @CurrentViewer() viewer: Viewer,
    @PickedScope() { orgId }: OrgScope,
    @Body({ schema: saveAnalyticsQuery }) query: SaveAnalyticsQuery,
  ) {
    return viewOf(await this.saved.add(orgId, keeperOf(viewer), query), viewer);
  }

  @Put(':id')
  async change(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @PickedScope() { orgId }: OrgScope,
    @Body({ schema: saveAnalyticsQuery }) query: SaveAnalyticsQuery,
  ) {
    return viewOf(await this.saved.change(orgId, keeperOf(viewer), id, query), viewer);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @PickedScope() { orgId }: OrgScope,
  ): Promise<void> {
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
