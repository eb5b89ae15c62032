import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { GiveFeedback } from '#contracts';
import { Database } from '#database';
import { NoReplyError } from '../../turn.errors.ts';
import { TurnFeedbackRepository } from './turn-feedback.repository.ts';

@Injectable()
export class TurnFeedbackService {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the feedback of `author` on the turn's reply. It replaces earlier feedback of the same author.
   *
   * @param author `key:` or `user:` and the id.
   * @returns false if the org has no such turn.
   * @throws NoReplyError if the turn has no reply.
   */
  give(orgId: string, turnId: string, author: string, feedback: GiveFeedback): Promise<boolean> {
    return this.database.forOrg(orgId, async (tx) => {
      const repository = new TurnFeedbackRepository(tx);
      const state = await repository.stateOf(turnId);
      if (!state) return false;
      if (state !== 'completed') throw new NoReplyError(state);
      await repository.keep(turnId, author, feedback, this.clock.now());
      return true;
    });
  }
}
