import { Body, Controller, Delete, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  sharedContextView,
  shareLocation,
  sharePicture,
  uuid,
  type SharedContextView,
  type ShareLocation,
  type SharePicture,
} from '#contracts';
import { ProblemError } from '#http';
import type { ApiCaller } from '#identity';
import { SharedContextService } from '#turns';
import { ApiKeyGuard, Caller, Scope } from '../auth/api-key.guard.ts';

const conversationIdParam = z.object({ conversationId: uuid });
const kindParam = conversationIdParam.extend({ kind: z.enum(['location', 'screen', 'webcam']) });
type ConversationIdParam = z.infer<typeof conversationIdParam>;

@ApiTags('conversations')
@ApiBearerAuth()
@UseGuards(ApiKeyGuard)
@Scope('messages')
@Controller('v1/conversations/:conversationId/context')
export class SharedContextController {
  constructor(private readonly shared: SharedContextService) {}

  @Put('location')
  @ApiOperation({
    operationId: 'shareLocation',
    summary: 'Share where the person is, in place of what was shared before',
  })
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  async location(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Body({ schema: shareLocation }) body: ShareLocation,
  ): Promise<SharedContextView> {
    return (await this.shared.shareLocation(caller.orgId, conversationId, body)) ?? none(conversationId);
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
      (await this.shared.sharePicture(caller.orgId, conversationId, 'screen', body)) ?? none(conversationId)
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
      (await this.shared.sharePicture(caller.orgId, conversationId, 'webcam', body)) ?? none(conversationId)
    );
  }

  @Delete(':kind')
  @HttpCode(204)
  @ApiOperation({ operationId: 'removeSharedContext', summary: 'Take back what is shared' })
  @ApiResponse({ status: 204, description: 'Nothing of that kind is shared any more.' })
  async takeBack(
    @Caller() caller: ApiCaller,
    @Param({ schema: kindParam }) { conversationId, kind }: z.infer<typeof kindParam>,
  ): Promise<void> {
    if (!(await this.shared.takeBack(caller.orgId, conversationId, kind))) none(conversationId);
  }
}

function none(conversationId: string): never {
  throw new ProblemError(404, 'not-found', `There is no conversation ${conversationId}.`);
}
