import type { RankerTraining } from '#broker';
import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';

/** Trainings of an org's ranker from its log. */
export class TrainRankerProcessor extends FollowUpProcessor<'train-ranker'> {
  readonly job = 'train-ranker';

  constructor(
    followUps: FollowUps,
    private readonly training: RankerTraining,
  ) {
    super(followUps);
  }

  async work({ orgId }: FollowUp<'train-ranker'>, signal: AbortSignal): Promise<void> {
    await this.training.train(orgId, signal);
  }

  /** Nothing waits for it: what serves goes on serving, and the next training is planned from the log. */
  async onGivenUp(): Promise<void> {}
}
