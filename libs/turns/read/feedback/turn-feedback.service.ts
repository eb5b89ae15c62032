import type { Clock } from '#config';
import type { GiveFeedback } from '#contracts';
import type { Database } from '#database';
import { NoReplyError } from '../../turn.errors.ts';
import { TurnFeedbackRepository } from './turn-feedback.repository.ts';

/** What readers think of replies. */
export class TurnFeedbackService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps what `author` thinks of the turn's reply; the last word of an author counts.
   *
   * @param author `key:` or `user:` and the id.
   * @returns false when the org has no such turn.
   * @throws NoReplyError when there is no reply to think of.
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
