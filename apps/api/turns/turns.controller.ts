import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  giveFeedback,
  turnPage,
  turnQuery,
  turnView,
  uuid,
  wholeNumber,
  type GiveFeedback,
  type Page,
  type TurnQuery,
  type TurnView,
} from '#contracts';
import { ProblemError, readHeader } from '#http';
import type { ApiCaller } from '#identity';
import { TurnControl, TurnEvents, TurnFeedbackService, TurnReadModel } from '#turns';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { ApiProblem, ApiProblems } from '../problem-responses.ts';
import { ApiEventStream, ApiRequestHeader } from '../request-docs.ts';
import { enterStream, streamEvents, TOO_MANY_STREAMS } from './event-stream.ts';

/** Events are numbered by integers of the database. */
const MAX_EVENT_ID = 2 ** 31 - 1;
const lastEventId = wholeNumber(0, MAX_EVENT_ID)
  .optional()
  .describe('Id of the last event received; the stream continues after it.');
const turnIdParam = z.object({ turnId: uuid });

@KeyedRoutes('turns', 'turns')
@Controller('v1/turns')
export class TurnsController {
  constructor(
    private readonly turns: TurnReadModel,
    private readonly events: TurnEvents,
    private readonly control: TurnControl,
    private readonly feedback: TurnFeedbackService,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listTurns', summary: 'Turns, newest first' })
  @ApiResponse({ status: 200, standardSchema: turnPage })
  list(@Caller() caller: ApiCaller, @Query({ schema: turnQuery }) query: TurnQuery): Promise<Page<TurnView>> {
    return this.turns.page(caller.orgId, query);
  }

  @Get(':turnId')
  @ApiOperation({ operationId: 'getTurn', summary: 'One turn: state, reply, error, totals' })
  @ApiResponse({ status: 200, standardSchema: turnView })
  read(
    @Caller() caller: ApiCaller,
    @Param({ schema: turnIdParam }) { turnId }: z.infer<typeof turnIdParam>,
  ): Promise<TurnView> {
    return this.find(caller, turnId);
  }

  @Get(':turnId/events')
  @ApiOperation({
    operationId: 'streamTurnEvents',
    summary: 'Stream the events of a turn: stored events first, then live events until the turn ends',
  })
  @ApiRequestHeader('Last-Event-ID', lastEventId)
  @ApiProblem(429, TOO_MANY_STREAMS)
  @ApiEventStream(
    'Server-sent events. With `Last-Event-ID`, the stream continues after that event. The texts of `text.delta` since the last `text.reset` are the reply. They are sent live and not stored, so several share the `id` of the stored event before them: after a reconnect with it, the text so far or the reply follows a `text.reset`.',
  )
  async stream(
    @Caller() caller: ApiCaller,
    @Param({ schema: turnIdParam }) { turnId }: z.infer<typeof turnIdParam>,
    @Headers('last-event-id') lastEventIdHeader: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const after = readHeader('last-event-id', lastEventId, lastEventIdHeader) ?? 0;
    enterStream(reply, caller);
    await this.find(caller, turnId);
    await streamEvents(reply, (signal) => this.events.follow(caller.orgId, turnId, after, signal));
  }

  @Post(':turnId/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelTurn',
    summary: 'Stop the turn: a queued one at once, a running one at its next step',
    description:
      'Repeating the request has no further effect. `state` in the response gives the result: `cancelled`: the turn was stopped. `running`: it stops at its next step unless it ends first. `completed` or `failed`: it had already ended and was not changed.',
  })
  @ApiResponse({ status: 200, standardSchema: turnView })
  async cancel(
    @Caller() caller: ApiCaller,
    @Param({ schema: turnIdParam }) { turnId }: z.infer<typeof turnIdParam>,
  ): Promise<TurnView> {
    await this.control.cancel(caller.orgId, turnId);
    return this.find(caller, turnId);
  }

  @Post(':turnId/feedback')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'giveTurnFeedback',
    summary: 'Rate the reply of a turn',
    description:
      'A new rating with the same key replaces the previous one. An identical rating changes nothing.',
  })
  @ApiResponse({ status: 200, standardSchema: turnView })
  @ApiProblems(409)
  async giveFeedback(
    @Caller() caller: ApiCaller,
    @Param({ schema: turnIdParam }) { turnId }: z.infer<typeof turnIdParam>,
    @Body({ schema: giveFeedback }) feedback: GiveFeedback,
  ): Promise<TurnView> {
    await this.feedback.give(caller.orgId, turnId, `key:${caller.keyId}`, feedback);
    return this.find(caller, turnId);
  }

  private async find(caller: ApiCaller, turnId: string): Promise<TurnView> {
    const turn = await this.turns.find(caller.orgId, turnId);
    if (!turn) throw new ProblemError(404, 'not-found', `There is no turn ${turnId}.`);
    return turn;
  }
}
