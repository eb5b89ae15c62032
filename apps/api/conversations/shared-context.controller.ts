import { Body, Controller, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import {
  sharedContextView,
  shareLocation,
  sharePicture,
  type SharedContextView,
  type ShareLocation,
  type SharePicture,
} from '#contracts';
import type { ApiCaller } from '#identity';
import { SharedContextService } from '#turns';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { conversationIdParam, noConversation, type ConversationIdParam } from './conversation-id.ts';

const kindParam = conversationIdParam.extend({ kind: z.enum(['location', 'screen', 'webcam']) });

@KeyedRoutes('conversations', 'messages')
@Controller('v1/conversations/:conversationId/context')
export class SharedContextController {
  constructor(private readonly shared: SharedContextService) {}

  @Put('location')
  @ApiOperation({
    operationId: 'shareLocation',
    summary: "Share the contact's location; replaces the previous one",
  })
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  async location(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Body({ schema: shareLocation }) body: ShareLocation,
  ): Promise<SharedContextView> {
    return (
      (await this.shared.shareLocation(caller.orgId, conversationId, body)) ?? noConversation(conversationId)
    );
  }

  @Put('screen')
  @ApiOperation({ operationId: 'shareScreen', summary: "Share a picture of the person's screen" })
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  async screen(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Body({ schema: sharePicture }) body: SharePicture,
  ): Promise<SharedContextView> {
    return (
      (await this.shared.sharePicture(caller.orgId, conversationId, 'screen', body)) ??
      noConversation(conversationId)
    );
  }

  @Put('webcam')
  @ApiOperation({ operationId: 'shareWebcam', summary: "Share a picture of the person's camera" })
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  async webcam(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Body({ schema: sharePicture }) body: SharePicture,
  ): Promise<SharedContextView> {
    return (
      (await this.shared.sharePicture(caller.orgId, conversationId, 'webcam', body)) ??
      noConversation(conversationId)
    );
  }

  @Delete(':kind')
  @HttpCode(204)
  @ApiOperation({ operationId: 'removeSharedContext', summary: 'Stop sharing' })
  @ApiResponse({ status: 204, description: 'Nothing of this kind is shared.' })
  async stopSharing(
    @Caller() caller: ApiCaller,
    @Param({ schema: kindParam }) { conversationId, kind }: z.infer<typeof kindParam>,
  ): Promise<void> {
    if (!(await this.shared.takeBack(caller.orgId, conversationId, kind))) noConversation(conversationId);
  }
}
