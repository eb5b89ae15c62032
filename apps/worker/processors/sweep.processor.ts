import type { JobProcessor } from '#queue';
import type { Sweeper } from '#turns';

/** Looks for turns that nobody works on. */
export class SweepProcessor implements JobProcessor<'sweep'> {
  readonly job = 'sweep';

  constructor(private readonly sweeper: Sweeper) {}

  async process(): Promise<void> {
    await this.sweeper.sweep();
  }
}
