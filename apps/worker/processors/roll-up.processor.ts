import type { Rollups } from '#analytics';
import type { JobProcessor } from '#queue';

/** Keeps the rollups from which analysts are answered. */
export class RollUpProcessor implements JobProcessor<'roll-up'> {
  readonly job = 'roll-up';

  constructor(private readonly rollups: Rollups) {}

  async process(): Promise<void> {
    await this.rollups.roll();
  }
}
