import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { endStates, type TurnView } from '#contracts';
import { OpenLimit } from '#http';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { TurnReadModel, Wake } from '#turns';
import { endWithKey } from '../auth/key-recheck.ts';

/** Interval of checks without a notification, in case one was lost. */
const LOOK_EVERY_MS = 1_000;
/** Every waiting request looks for its turn and its key again and again. */
const MAX_WAITS = 500;
export const MAX_WAITS_OF_ORG = 250;

/** Holds a request until its turn has ended. */
@Injectable()
export class TurnWaiter {
  private readonly waits = new OpenLimit('waiting requests', MAX_WAITS, MAX_WAITS_OF_ORG);

  constructor(
    private readonly turns: TurnReadModel,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: TurnNotifications,
  ) {}

  /**
   * @returns the turn once it has ended or is parked, or undefined when time ran out, the client is gone, its key ended, the
   *   api closes or too many requests wait already.
   */
  async waitForEnd(
    orgId: string,
    turnId: string,
    timeoutMs: number,
    reply: FastifyReply,
  ): Promise<TurnView | undefined> {
    const key = new AbortController();
    endWithKey(reply, () => key.abort());
    let end = AbortSignal.any([key.signal, reply.server.closing, AbortSignal.timeout(timeoutMs)]);
    try {
      this.waits.enterUntilClosed(reply.raw, orgId);
    } catch {
      // The message is accepted, so the request only looks once and is not refused.
      end = AbortSignal.abort();
    }
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
