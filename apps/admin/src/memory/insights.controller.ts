import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  consoleInsightQuery,
  editInsight,
  type ConsoleInsight,
  type ConsoleInsightPage,
  type ConsoleInsightQuery,
  type EditInsight,
} from '#contracts/console';
import { Database } from '#database';
import { InsightService, unlessAllWeak } from '#memory';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgQuery, PickedOrgScope, type Scoped } from '../session/picked-org.ts';
import { readsTextsOf } from '../session/readable-texts.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { InsightCommands } from './insight-commands.ts';
import { insightPage, foundInsights } from './insights.read-model.ts';

/** Insights about the contacts of an org. */
@Controller('admin/insights')
export class InsightsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(InsightService) private readonly memory: InsightService,
    @Inject(InsightCommands) private readonly commands: InsightCommands,
  ) {}

  /** Insights, newest first. With `q`, the closest ones, of one contact or of all; empty if none is related. */
  @Get()
  async list(
    @OrgQuery(consoleInsightQuery) { scope, q, ...page }: Scoped<ConsoleInsightQuery, string>,
  ): Promise<ConsoleInsightPage> {
    const { orgId } = scope;
    // A search hit reveals the content of an insight even if its text is hidden.
    if (q !== undefined) scope.requireTexts(orgId, 'A search would reveal the content of insights');
    const found = q === undefined ? undefined : await this.search(orgId, { q, ...page });
    const { items, nextCursor } = await this.database.forOrg(orgId, async (tx) =>
      found ? { items: await foundInsights(tx, found), nextCursor: null } : insightPage(tx, page),
    );
    return {
      items: items.map((item) => (readsTextsOf(scope.texts, orgId) ? item : unread(item))),
      nextCursor,
    };
  }

  @Patch(':id')
  @HttpCode(204)
  async edit(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @PickedOrgScope() { orgId }: OrgScope<string>,
    @Body({ schema: editInsight }) change: EditInsight,
  ): Promise<void> {
    await this.commands.edit(viewer, { orgId, id }, change);
  }

  @Delete(':id')
  @HttpCode(204)
  async forget(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @PickedOrgScope() { orgId }: OrgScope<string>,
  ): Promise<void> {
    await this.commands.forget(viewer, { orgId, id });
  }

  private async search(
    orgId: string,
    { q, contact, category, limit }: Omit<ConsoleInsightQuery, 'org' | 'q' | 'cursor'> & { q: string },
  ) {
    if (contact === undefined)
      return unlessAllWeak(await this.memory.searchOrg(orgId, { text: q, limit, category }));
    const found = await this.memory.retrieve({ orgId, contactId: contact, text: q, limit });
    // Weak hits are judged within the shown category: a match in another category says nothing about these.
    return unlessAllWeak(found.filter((insight) => category === undefined || insight.category === category));
  }
}

/** Removes the text, and any words quoted in the reason. */
function unread(item: ConsoleInsight): ConsoleInsight {
  return { ...item, text: null, why: null };
}
