import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { endStates, type TurnView } from '#contracts';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { TurnReadModel } from '#turns';
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
    const deadline = performance.now() + timeoutMs;
    let wake: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    const { closing } = reply.server;
    const ring = () => wake();
    let keyEnded = false;
    endWithKey(reply, () => {
      keyEnded = true;
      ring();
    });
    const unwatch = this.notifications.watch(orgId, turnId, ring);
    closing.addEventListener('abort', ring);
    try {
      for (;;) {
        const notifications = new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, Math.max(0, Math.min(LOOK_EVERY_MS, deadline - performance.now())));
        });
        const turn = await this.turns.find(orgId, turnId);
        if (keyEnded) return undefined;
        const over = turn && (endStates.includes(turn.state) || turn.state === 'awaiting_approval');
        if (over) return turn;
        if (performance.now() >= deadline || reply.raw.destroyed || closing.aborted) return undefined;
        await notifications;
        clearTimeout(timer);
      }
    } finally {
      clearTimeout(timer);
      unwatch();
      closing.removeEventListener('abort', ring);
    }
  }
}
