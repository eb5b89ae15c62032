import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { ArtifactReadModel } from '#artifacts';
import {
  artifactContentView,
  artifactKindName,
  artifactPage,
  artifactQuery,
  artifactVersionPage,
  pageQuery,
  type PageQuery,
  type ArtifactContentView,
  type ArtifactQuery,
  type ArtifactVersionView,
  type ArtifactView,
  type Page,
} from '#contracts';
import { ProblemError } from '#http';
import type { ApiCaller } from '#identity';
import { ConversationReadModel } from '#turns';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { conversationIdParam, noConversation, type ConversationIdParam } from './conversation-id.ts';

const artifactParam = conversationIdParam.extend({ artifactKind: artifactKindName });
type ArtifactParam = z.infer<typeof artifactParam>;

@KeyedRoutes('conversations', 'turns')
@Controller('v1/conversations/:conversationId/artifacts')
export class ArtifactsController {
  constructor(
    private readonly artifacts: ArtifactReadModel,
    private readonly conversations: ConversationReadModel,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listArtifacts',
    summary: 'Artifacts of a conversation, most recently changed first',
  })
  @ApiResponse({ status: 200, standardSchema: artifactPage })
  async list(
    @Caller() { orgId }: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<ArtifactView>> {
    if (!(await this.conversations.find(orgId, conversationId))) noConversation(conversationId);
    return this.artifacts.page(orgId, conversationId, query);
  }

  @Get(':artifactKind')
  @ApiOperation({
    operationId: 'getArtifact',
    summary: 'One artifact with its content: the current version, or the one asked for',
    description: 'With `against`, the response includes a line-by-line diff from that version.',
  })
  @ApiResponse({ status: 200, standardSchema: artifactContentView })
  async read(
    @Caller() { orgId }: ApiCaller,
    @Param({ schema: artifactParam }) { conversationId, artifactKind }: ArtifactParam,
    @Query({ schema: artifactQuery }) query: ArtifactQuery,
  ): Promise<ArtifactContentView> {
    const found = await this.artifacts.find(orgId, conversationId, artifactKind, query);
    return found ?? none(conversationId, artifactKind);
  }

  @Get(':artifactKind/versions')
  @ApiOperation({
    operationId: 'listArtifactVersions',
    summary: 'Versions of an artifact, newest first: who wrote them, and how much changed',
  })
  @ApiResponse({ status: 200, standardSchema: artifactVersionPage })
  async versions(
    @Caller() { orgId }: ApiCaller,
    @Param({ schema: artifactParam }) { conversationId, artifactKind }: ArtifactParam,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<ArtifactVersionView>> {
    const page = await this.artifacts.versions(orgId, conversationId, artifactKind, query);
    return page ?? none(conversationId, artifactKind);
  }
}

function none(conversationId: string, kind: string): never {
  throw new ProblemError(
    404,
    'not-found',
    `The conversation ${conversationId} has no artifact ${kind}, or not the requested version.`,
  );
}
