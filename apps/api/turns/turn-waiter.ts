import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { endStates, type TurnView } from '#contracts';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { TurnReadModel, Wake } from '#turns';
import { endWithKey } from '../auth/key-recheck.ts';

/** Interval of checks without a notification, in case one was lost. */
const LOOK_EVERY_MS = 1_000;

/** Holds a request until its turn has ended. */
@Injectable()
export class TurnWaiter {
  constructor(
    private readonly turns: TurnReadModel,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: TurnNotifications,
  ) {}

  /**
   * @returns the turn once it has ended or is parked, or undefined when time ran out, the client is gone, its key ended or
   *   the api closes.
   */
  async waitForEnd(
    orgId: string,
    turnId: string,
    timeoutMs: number,
    reply: FastifyReply,
  ): Promise<TurnView | undefined> {
    const key = new AbortController();
    endWithKey(reply, () => key.abort());
    const end = AbortSignal.any([key.signal, reply.server.closing, AbortSignal.timeout(timeoutMs)]);
    const wake = new Wake(end);
    const unwatch = this.notifications.watch(orgId, turnId, () => wake.ring());
    try {
      for (;;) {
        wake.reset();
        const turn = await this.turns.find(orgId, turnId);
        if (key.signal.aborted) return undefined;
        if (turn && (endStates.includes(turn.state) || turn.state === 'awaiting_approval')) return turn;
        if (end.aborted || reply.raw.destroyed) return undefined;
        await wake.wait(LOOK_EVERY_MS);
      }
    } finally {
      unwatch();
    }
  }
}
