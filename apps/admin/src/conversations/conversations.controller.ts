import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { ArtifactReadModel } from '#artifacts';
import {
  artifactKindName,
  artifactQuery,
  pageQuery,
  type PageQuery,
  uuid,
  type ArtifactQuery,
} from '#contracts';
import {
  consoleConversationsQuery,
  type ConsoleConversationDetail,
  type ConsoleConversationsQuery,
  type ConversationTurnPage,
} from '#contracts/console';
import { missing } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import { ConversationDetailReadModel } from './conversation-detail.read-model.ts';
import { conversationPage } from './conversation-list.read-model.ts';

const artifactParam = z.object({ id: uuid, kind: artifactKindName });
type ArtifactParam = z.infer<typeof artifactParam>;

/** Conversations: the list, one conversation with its turns and messages, and its artifacts. */
@Controller('admin/conversations')
export class ConversationsController {
  constructor(
    @Inject(ConversationDetailReadModel) private readonly detail: ConversationDetailReadModel,
    @Inject(ArtifactReadModel) private readonly artifacts: ArtifactReadModel,
  ) {}

  @Get()
  async page(@ScopedQuery(consoleConversationsQuery) { scope, ...query }: Scoped<ConsoleConversationsQuery>) {
    return conversationPage(scope, query);
  }

  @Get(':id')
  async one(
    @ViewerScope() scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
  ): Promise<ConsoleConversationDetail> {
    return (await this.detail.find(scope, id)) ?? none();
  }

  @Get(':id/turns')
  async turns(
    @ViewerScope() scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<ConversationTurnPage> {
    return (await this.detail.turns(scope, id, query)) ?? none();
  }

  /** One version of an artifact; with `against`, the differences from another version. */
  @Get(':id/artifacts/:kind')
  async artifact(
    @ViewerScope() scope: OrgScope,
    @Param({ schema: artifactParam }) { id, kind }: ArtifactParam,
    @Query({ schema: artifactQuery }) query: ArtifactQuery,
  ) {
    const found = await this.artifacts.find(await this.orgToRead(scope, id), id, kind, query);
    return found ?? missing(`The conversation has no such version of the artifact ${kind}.`);
  }

  @Get(':id/artifacts/:kind/versions')
  async versions(
    @ViewerScope() scope: OrgScope,
    @Param({ schema: artifactParam }) { id, kind }: ArtifactParam,
    @Query({ schema: pageQuery }) query: PageQuery,
  ) {
    const page = await this.artifacts.versions(await this.orgToRead(scope, id), id, kind, query);
    return page ?? missing(`The conversation has no artifact ${kind}.`);
  }

  /** @throws ProblemError 403 for a viewer who may not read texts, 404 for a conversation outside `scope`. */
  private async orgToRead(scope: OrgScope, id: string): Promise<string> {
    const { orgId } = (await this.detail.placeOf(scope, id)) ?? none();
    scope.requireTexts(orgId, 'Artifacts contain user text');
    return orgId;
  }
}

const none = () => missing('There is no such conversation.');
