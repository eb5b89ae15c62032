import type { RolloutGuard } from '#flags';
import type { JobProcessor } from '#queue';

/** Takes variants back from orgs for which their rollout does not work. */
export class WatchFlagsProcessor implements JobProcessor<'watch-flags'> {
  readonly job = 'watch-flags';

  constructor(private readonly guard: RolloutGuard) {}

  async process(): Promise<void> {
    await this.guard.watch();
  }
}
