import type { TrainingPlan } from '#broker';
import type { JobProcessor } from '#queue';

/** Asks for trainings of the orgs that have enough new calls. */
export class PlanTrainingsProcessor implements JobProcessor<'plan-trainings'> {
  readonly job = 'plan-trainings';

  constructor(private readonly plan: TrainingPlan) {}

  async process(): Promise<void> {
    await this.plan.askForAll();
  }
}
