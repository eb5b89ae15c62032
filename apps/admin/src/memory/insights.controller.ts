import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Query } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  consoleInsightQuery,
  editInsight,
  insightOrgQuery,
  type ConsoleInsight,
  type ConsoleInsightPage,
  type ConsoleInsightQuery,
  type EditInsight,
  type InsightOrgQuery,
} from '#contracts/console';
import { Database } from '#database';
import { InsightService, unlessAllWeak } from '#memory';
import { OrgScopes } from '../session/org-scope.ts';
import { readsTextsOf } from '../session/readable-texts.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { InsightCommands } from './insight-commands.ts';
import { InsightsReadModel } from './insights.read-model.ts';

/** What is remembered of the contacts of an org. */
@Controller('admin/insights')
export class InsightsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(Database) private readonly database: Database,
    @Inject(InsightService) private readonly memory: InsightService,
    @Inject(InsightsReadModel) private readonly insights: InsightsReadModel,
    @Inject(InsightCommands) private readonly commands: InsightCommands,
  ) {}

  /** The newest first; with `q` those that are closest to it, of one contact or of all, and none where nothing has to do with it. */
  @Get()
  async list(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleInsightQuery }) { org, q, ...page }: ConsoleInsightQuery,
  ): Promise<ConsoleInsightPage> {
    const orgId = await this.scopes.one(viewer, org);
    // What is found tells what it says, also where its text is not shown.
    if (q !== undefined)
      await this.scopes.requireTexts(viewer, orgId, 'A search would tell what insights say');
    const texts = await this.scopes.textsIn(viewer, { orgId });
    const found = q === undefined ? undefined : await this.search(orgId, { q, ...page });
    const { items, nextCursor } = await this.database.forOrg(orgId, async (tx) =>
      found
        ? { items: await this.insights.found(tx, found), nextCursor: null }
        : this.insights.page(tx, page),
    );
    return {
      items: items.map((item) => (readsTextsOf(texts, orgId) ? item : unread(item))),
      nextCursor,
    };
  }

  @Patch(':id')
  @HttpCode(204)
  async edit(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: insightOrgQuery }) { org }: InsightOrgQuery,
    @Body({ schema: editInsight }) change: EditInsight,
  ): Promise<void> {
    await this.commands.edit(viewer, { orgId: await this.scopes.one(viewer, org), id }, change);
  }

  @Delete(':id')
  @HttpCode(204)
  async forget(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: insightOrgQuery }) { org }: InsightOrgQuery,
  ): Promise<void> {
    await this.commands.forget(viewer, { orgId: await this.scopes.one(viewer, org), id });
  }

  private async search(
    orgId: string,
    { q, contact, category, limit }: Omit<ConsoleInsightQuery, 'org' | 'q' | 'cursor'> & { q: string },
  ) {
    if (contact === undefined)
      return unlessAllWeak(await this.memory.searchOrg(orgId, { text: q, limit, category }));
    const found = await this.memory.retrieve({ orgId, contactId: contact, text: q, limit });
    // Of another category, even what shares words with `q` says nothing for those that are shown.
    return unlessAllWeak(found.filter((insight) => category === undefined || insight.category === category));
  }
}

/** Without its words, and without those that a reason names. */
function unread(item: ConsoleInsight): ConsoleInsight {
  return { ...item, text: null, why: null };
}
