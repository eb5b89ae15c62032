import { Body, Controller, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  acceptedMessage,
  acceptMessage,
  decimalNumber,
  turnView,
  type AcceptedMessage,
  type AcceptMessage,
  type TurnView,
} from '#contracts';
import { OrgService, type ApiCaller } from '#identity';
import { readHeader } from '#http';
import { MessageIntake } from '#turns';
import { Caller, KeyedRoutes, Scope } from '../auth/api-key.guard.ts';
import { ApiProblem, ApiProblems } from '../problem-responses.ts';
import { ApiRequestHeader } from '../request-docs.ts';
import { MAX_WAITS_OF_ORG, TurnWaiter } from '../turns/turn-waiter.ts';

const MAX_WAIT_S = 25;
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

const waitQuery = z.strictObject({
  wait: decimalNumber(0, MAX_WAIT_S)
    .optional()
    .describe(
      `Seconds to wait for the reply, at most 25. If ${MAX_WAITS_OF_ORG} requests of the org wait, or too many of the server, 202 comes at once.`,
    ),
});
const idempotencyKey = z
  .string()
  .min(1)
  .max(MAX_IDEMPOTENCY_KEY_CHARACTERS)
  .optional()
  .describe('The same key and body give the same turn for 24 hours; with another body it gets 422.');

/** Headers of every answer, because with `wait` the body contains only the turn. */
const REPEAT_HEADERS = {
  'Idempotent-Replayed': {
    description: '`true` when the message was accepted before; absent otherwise.',
    schema: { type: 'string' as const },
  },
  'Idempotent-Differs': {
    description:
      'Fields that differ from the message accepted before, such as `text`; absent if none differ.',
    schema: { type: 'string' as const },
  },
};

@KeyedRoutes('messages')
@Controller('v1/messages')
export class MessagesController {
  constructor(
    private readonly intake: MessageIntake,
    private readonly orgs: OrgService,
    private readonly waiter: TurnWaiter,
  ) {}

  @Post()
  @Scope('messages')
  @ApiOperation({
    operationId: 'sendMessage',
    summary: 'Accept a message and queue its turn',
    description:
      'A message with a known `externalId` on the same channel, or a known `Idempotency-Key`, returns the existing turn and stores nothing. Because channels redeliver messages, sometimes with changed content, a different text or different attachments with a known `externalId` are not an error; `repeated` and `differs` report them.',
  })
  @ApiRequestHeader('Idempotency-Key', idempotencyKey)
  @ApiResponse({
    status: 202,
    description: 'The message is stored, now or by an earlier request. A worker will process it.',
    standardSchema: acceptedMessage,
    headers: REPEAT_HEADERS,
  })
  @ApiResponse({
    status: 200,
    description: 'With `wait`: the turn has ended or is parked.',
    standardSchema: turnView,
    headers: REPEAT_HEADERS,
  })
  @ApiProblems(404, 409, 429)
  @ApiProblem(
    503,
    'The database is unavailable. `database-unavailable`: nothing was accepted. `acceptance-unknown`: the message may have been accepted; send it again with the same `Idempotency-Key` or `externalId`, and it is answered once.',
  )
  async accept(
    @Caller() caller: ApiCaller,
    @Body({ schema: acceptMessage }) message: AcceptMessage,
    @Query({ schema: waitQuery }) query: z.infer<typeof waitQuery>,
    @Headers('idempotency-key') keyHeader: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedMessage | TurnView> {
    const key = readHeader('idempotency-key', idempotencyKey, keyHeader);
    const settings = await this.orgs.settingsOf(caller.orgId);
    const staff = caller.scopes.includes('messages:staff');
    const sender = { org: caller.org, settings, staff, role: caller.user?.role };
    const turn = await this.intake.accept(sender, message, key);
    if (turn.repeated) void reply.header('idempotent-replayed', 'true');
    if (turn.differs.length > 0) void reply.header('idempotent-differs', turn.differs.join(', '));
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
