import { Controller, Delete, Get, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { z } from 'zod';
import { answerTo } from '#http';
import type { ApiCaller } from '#identity';
import { McpHttp, type McpConnection } from '#mcp';
import { ApiKeyGuard, Caller, Scope } from '../auth/api-key.guard.ts';
import { endWithKey } from '../auth/key-recheck.ts';
import { refuseDeepJson } from './broken-json.ts';
import { enterStream } from '../turns/event-stream.ts';
import { McpCallersGuard } from './mcp-callers.guard.ts';

const mcpQuery = z.strictObject({
  channel: z.enum(['chat', 'voice']).default('chat'),
  conversation: z.string().max(100).optional(),
  tools: z.enum(['always', 'all']).default('always'),
});
type McpQuery = z.infer<typeof mcpQuery>;

/** The MCP endpoint. The protocol describes itself, so the endpoint is not in the OpenAPI document. */
@ApiExcludeController()
@UseGuards(McpCallersGuard, ApiKeyGuard)
@Scope('mcp')
@Controller('mcp')
export class McpController {
  constructor(
    private readonly mcp: McpHttp,
    private readonly logger: PinoLogger,
  ) {}

  /** Opens the notification stream of a session. HEAD is off, because it would open a stream without a reader. */
  @Get()
  @RouteConfig({ withoutHead: true })
  listen(
    @Caller() caller: ApiCaller,
    @Query({ schema: mcpQuery }) query: McpQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    enterStream(reply, caller);
    return this.answer(caller, query, request, reply);
  }

  @Delete()
  endSession(
    @Caller() caller: ApiCaller,
    @Query({ schema: mcpQuery }) query: McpQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(caller, query, request, reply);
  }

  @Post()
  async answer(
    @Caller() caller: ApiCaller,
    @Query({ schema: mcpQuery }) query: McpQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (refuseDeepJson(request, reply)) return;
    if (opensStream(request)) enterStream(reply, caller);
    const connection = connectionOf(caller, query);
    await this.mcp.check(connection);
    reply.hijack();
    // Streams of both revisions have no end; destroying the socket looks like a client disconnect.
    endWithKey(reply, () => reply.raw.destroy());
    await this.handlerFor(request, connection)(request.raw, reply.raw, request.body);
  }

  private handlerFor(received: FastifyRequest, connection: McpConnection) {
    return toNodeHandler(
      {
        // The SDK would answer 500 for any error thrown here, also for a short database outage.
        fetch: (request, options) =>
          this.mcp
            .answer(request, options?.parsedBody, connection)
            .catch((error: unknown) => answerTo(error, received, this.logger)),
      },
      { onerror: (error) => this.logger.error({ err: error }, 'a request of an MCP client failed') },
    );
  }
}

/** True for the request of a revision without sessions whose answer is a stream without an end. */
function opensStream({ body }: FastifyRequest): boolean {
  return z.object({ method: z.literal('subscriptions/listen') }).safeParse(body).success;
}

function connectionOf({ org, keyId, user }: ApiCaller, query: McpQuery): McpConnection {
  return {
    org,
    keyId,
    user,
    voice: query.channel === 'voice',
    allTools: query.tools === 'all',
    conversationId: query.conversation ?? null,
  };
}
