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
    await this.sweeper.sweep();
    await this.followUps.sweep();
  }
}
