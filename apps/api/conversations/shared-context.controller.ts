import { Body, Controller, Delete, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
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
import { ApiProblems } from '../problem-responses.ts';
import { ApiIdParam } from '../request-docs.ts';

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
  @ApiOperation({ summary: 'Share where the person is, in place of what was shared before' })
  @ApiIdParam('conversationId')
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 503)
  async location(
    @Caller() caller: ApiCaller,
    @Param({ schema: conversationIdParam }) { conversationId }: ConversationIdParam,
    @Body({ schema: shareLocation }) body: ShareLocation,
  ): Promise<SharedContextView> {
    return (await this.shared.shareLocation(caller.orgId, conversationId, body)) ?? none(conversationId);
  }

  @Put('screen')
  @ApiOperation({ summary: "Share a picture of the person's screen" })
  @ApiIdParam('conversationId')
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 503)
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
  @ApiOperation({ summary: "Share a picture of the person's camera" })
  @ApiIdParam('conversationId')
  @ApiResponse({ status: 200, standardSchema: sharedContextView })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 503)
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
  @ApiOperation({ summary: 'Take back what is shared' })
  @ApiIdParam('conversationId')
  @ApiParam({ name: 'kind', schema: { type: 'string', enum: ['location', 'screen', 'webcam'] } })
  @ApiResponse({ status: 204, description: 'Nothing of that kind is shared any more.' })
  @ApiProblems(401, 403, 404, 422, 503)
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
