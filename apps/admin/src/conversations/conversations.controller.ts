import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { ArtifactReadModel } from '#artifacts';
import {
  artifactKindName,
  artifactQuery,
  pageQuery,
  type PageQuery,
  uuid,
  type ArtifactContentView,
  type ArtifactQuery,
  type ArtifactVersionView,
  type Page,
} from '#contracts';
import {
  consoleConversationsQuery,
  type ConsoleConversationDetail,
  type ConsoleConversationPage,
  type ConsoleConversationsQuery,
  type ConversationTurnPage,
} from '#contracts/console';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { ConversationDetailReadModel } from './conversation-detail.read-model.ts';
import { conversationPage } from './conversation-list.read-model.ts';

const artifactParam = z.object({ id: uuid, kind: artifactKindName });
type ArtifactParam = z.infer<typeof artifactParam>;

/** Conversations: the list, one conversation with its turns and messages, and its artifacts. */
@Controller('admin/conversations')
export class ConversationsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(ConversationDetailReadModel) private readonly detail: ConversationDetailReadModel,
    @Inject(ArtifactReadModel) private readonly artifacts: ArtifactReadModel,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleConversationsQuery }) { org, ...query }: ConsoleConversationsQuery,
  ): Promise<ConsoleConversationPage> {
    return conversationPage(await this.scopes.of(viewer, org), query);
  }

  @Get(':id')
  async one(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
  ): Promise<ConsoleConversationDetail> {
    return (await this.detail.find(await this.scopes.of(viewer), id)) ?? none();
  }

  @Get(':id/turns')
  async turns(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<ConversationTurnPage> {
    return (await this.detail.turns(await this.scopes.of(viewer), id, query)) ?? none();
  }

  /** One version of an artifact; with `against`, the differences from another version. */
  @Get(':id/artifacts/:kind')
  async artifact(
    @CurrentViewer() viewer: Viewer,
    @Param({ schema: artifactParam }) { id, kind }: ArtifactParam,
    @Query({ schema: artifactQuery }) query: ArtifactQuery,
  ): Promise<ArtifactContentView> {
    const found = await this.artifacts.find(await this.orgToRead(viewer, id), id, kind, query);
    if (!found) throw notFound(`The conversation has no such version of the artifact ${kind}.`);
    return found;
  }

  @Get(':id/artifacts/:kind/versions')
  async versions(
    @CurrentViewer() viewer: Viewer,
    @Param({ schema: artifactParam }) { id, kind }: ArtifactParam,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<ArtifactVersionView>> {
    const page = await this.artifacts.versions(await this.orgToRead(viewer, id), id, kind, query);
    if (!page) throw notFound(`The conversation has no artifact ${kind}.`);
    return page;
  }

  /**
   * @throws ProblemError 403 for a viewer who may not read texts, 404 for a conversation outside the viewer's
   * scope.
   */
  private async orgToRead(viewer: Viewer, id: string): Promise<string> {
    const scope = await this.scopes.of(viewer);
    const { orgId } = (await this.detail.placeOf(scope, id)) ?? none();
    scope.requireTexts(orgId, 'Artifacts contain user text');
    return orgId;
  }
}

function none(): never {
  throw notFound('There is no such conversation.');
}
