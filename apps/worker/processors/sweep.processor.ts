import type { FollowUps, JobProcessor } from '#queue';
import type { Sweeper } from '#turns';

/** Looks for turns and follow-ups that nobody works on. */
export class SweepProcessor implements JobProcessor<'sweep'> {
  readonly job = 'sweep';

  constructor(
    private readonly sweeper: Sweeper,
    private readonly followUps: FollowUps,
  ) {}

  async process(): Promise<void> {
    const swept = await Promise.allSettled([this.sweeper.sweep(), this.followUps.sweep()]);
    const failed = swept.filter((part) => part.status === 'rejected').map(({ reason }) => reason as unknown);
    if (failed.length > 0) throw new AggregateError(failed, 'The sweep was not done in full');
  }
}
