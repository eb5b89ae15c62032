import { Body, Controller, Headers, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  acceptedMessage,
  acceptMessage,
  turnView,
  type AcceptedMessage,
  type AcceptMessage,
  type TurnView,
} from '#contracts';
import { OrgService, type ApiCaller } from '#identity';
import { readHeader } from '#http';
import { MessageIntake } from '#turns';
import { ApiKeyGuard, Caller, Scope } from '../auth/api-key.guard.ts';
import { ApiProblems } from '../problem-responses.ts';
import { TurnWaiter } from '../turns/turn-waiter.ts';

const MAX_WAIT_S = 25;
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

const waitQuery = z.strictObject({ wait: z.coerce.number().min(0).max(MAX_WAIT_S).optional() });
const idempotencyKey = z.string().min(1).max(MAX_IDEMPOTENCY_KEY_CHARACTERS).optional();

@ApiTags('messages')
@ApiBearerAuth()
@UseGuards(ApiKeyGuard)
@Controller('v1/messages')
export class MessagesController {
  constructor(
    private readonly intake: MessageIntake,
    private readonly orgs: OrgService,
    private readonly waiter: TurnWaiter,
  ) {}

  @Post()
  @Scope('messages')
  @ApiOperation({ summary: 'Accept a message and queue its turn' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'The same key and body give the same turn for 24 hours.',
  })
  @ApiQuery({
    name: 'wait',
    required: false,
    description: 'Seconds to wait for the reply, at most 25.',
    schema: { type: 'number' },
  })
  @ApiResponse({
    status: 202,
    description: 'Stored; a worker takes it from here.',
    standardSchema: acceptedMessage,
  })
  @ApiResponse({
    status: 200,
    description: 'With `wait`: the turn has ended or is parked.',
    standardSchema: turnView,
  })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
  async accept(
    @Caller() caller: ApiCaller,
    @Body({ schema: acceptMessage }) message: AcceptMessage,
    @Query({ schema: waitQuery }) query: z.infer<typeof waitQuery>,
    @Headers('idempotency-key') keyHeader: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedMessage | TurnView> {
    const key = readHeader('idempotency-key', idempotencyKey, keyHeader);
    const settings = await this.orgs.settingsOf(caller.orgId);
    const sender = { org: caller.org, settings, staff: caller.scopes.includes('messages:staff') };
    const turn = await this.intake.accept(sender, message, key);
    if (query.wait) {
      const ended = await this.waiter.waitForEnd(caller.orgId, turn.turnId, query.wait * 1_000, reply);
      if (ended) {
        void reply.status(200);
        return ended;
      }
    }
    void reply.status(202);
    const self = `/v1/turns/${turn.turnId}`;
    return { ...turn, links: { self, events: `${self}/events` } };
  }
}
