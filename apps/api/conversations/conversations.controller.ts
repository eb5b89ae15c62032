import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  conversationPage,
  conversationQuery,
  conversationView,
  messagePage,
  pageQuery,
  type PageQuery,
  type ConversationQuery,
  type ConversationView,
  type MessageView,
  type Page,
} from '#contracts';
import { readHeader } from '#http';
import type { ApiCaller } from '#identity';
import { ConversationEvents, ConversationReadModel, MessageReadModel } from '#turns';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { ApiProblem } from '../problem-responses.ts';
import { ApiEventStream, ApiRequestHeader } from '../request-docs.ts';
import { conversationIdParam, noConversation, type ConversationIdParam } from './conversation-id.ts';
import { enterStream, streamEvents, TOO_MANY_STREAMS } from '../turns/event-stream.ts';

const MAX_EVENT_ID_CHARACTERS = 4_000;
const lastEventId = z
  .string()
  .min(1)
  .max(MAX_EVENT_ID_CHARACTERS)
  .optional()
  .describe('Id of the last event received.');

@KeyedRoutes('conversations', 'turns')
@Controller('v1/conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationReadModel,
    private readonly messages: MessageReadModel,
    private readonly events: ConversationEvents,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listConversations',
    summary: 'Conversations, the one with the newest message first',
  })
  @ApiResponse({ status: 200, standardSchema: conversationPage })
  list(
    @Caller() caller: ApiCaller,
    @Query({ schema: conversationQuery }) query: ConversationQuery,
  ): Promise<Page<ConversationView>> {
    return this.conversations.page(caller.orgId, query);
  }

  @Get(':conversationId')
  @ApiOperation({ operationId: 'getConversation', summary: 'One conversation' })
  @ApiResponse({ status: 200, standardSchema: conversationView })
  read(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
  ): Promise<ConversationView> {
    return this.find(caller, conversationId);
  }

  @Get(':conversationId/messages')
  @ApiOperation({
    operationId: 'listMessages',
    summary: 'Messages of a conversation, newest first; each reply is next to its question',
  })
  @ApiResponse({ status: 200, standardSchema: messagePage })
  async listMessages(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<MessageView>> {
    await this.find(caller, conversationId);
    return this.messages.page(caller.orgId, conversationId, query);
  }

  @Get(':conversationId/events')
  @ApiOperation({
    operationId: 'streamConversationEvents',
    summary:
      'Stream the events of all turns of a conversation: stored events first, then live events, without end',
    description:
      'Events of one turn arrive in order; events of different turns are ordered by time. The event id is opaque and ' +
      'encodes the read position. A client that sends it as `Last-Event-ID` misses no event and receives none twice, except ' +
      'for text, which comes again from its beginning after `text.reset`.',
  })
  @ApiRequestHeader('Last-Event-ID', lastEventId)
  @ApiProblem(429, TOO_MANY_STREAMS)
  @ApiEventStream('Server-sent events, each with the id of its turn.')
  async stream(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Headers('last-event-id') lastEventIdHeader: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const after = readHeader('last-event-id', lastEventId, lastEventIdHeader);
    const place = this.events.placeAfter(after);
    enterStream(reply, caller);
    await this.find(caller, conversationId);
    await streamEvents(reply, (signal) => this.events.follow(caller.orgId, conversationId, place, signal));
  }

  private async find(caller: ApiCaller, conversationId: string): Promise<ConversationView> {
    return (await this.conversations.find(caller.orgId, conversationId)) ?? noConversation(conversationId);
  }
}
