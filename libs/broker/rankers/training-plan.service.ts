import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { forEachOrg, Database, type OrgTransaction } from '#database';
import { Outbox } from '#queue';
import { MAX_EXAMPLES } from '../ranking/ranking-constants.ts';
import { everyOrg, RankerVersionRepository } from './ranker-version.repository.ts';
import { countCallsSince } from './training-log.read-model.ts';

/** Number of new calls after which an org is trained again. */
const NEW_CALLS_TO_TRAIN = 50;

/** Enqueues trainings of orgs with enough new calls. */
@Injectable()
export class TrainingPlan {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Outbox) private readonly outbox: Pick<Outbox, 'add' | 'hasRecentTask'>,
  ) {}

  /**
   * Enqueues a training of each due org.
   *
   * @returns the number of enqueued trainings.
   * @throws AggregateError with the failures, after all other orgs are done.
   */
  async addTasks(): Promise<number> {
    let enqueued = 0;
    await forEachOrg(
      await everyOrg(this.database),
      'could not enqueue the trainings of some orgs',
      async (orgId) => {
        if (await this.database.forOrg(orgId, (tx) => this.enqueueOne(tx))) enqueued += 1;
      },
    );
    return enqueued;
  }

  private async enqueueOne(tx: OrgTransaction): Promise<boolean> {
    const [latest] = await new RankerVersionRepository(tx).all();
    const calls = await countCallsSince(tx, latest?.trainedUntil ?? null, MAX_EXAMPLES);
    if (calls < NEW_CALLS_TO_TRAIN) return false;
    // A waiting or running training covers all calls up to its start.
    if (await this.outbox.hasRecentTask(tx, 'train-ranker')) return false;
    const key = `after version ${latest?.version ?? 0}, ${this.clock.now().toISOString()}`;
    return this.outbox.add(tx, { job: 'train-ranker', key, payload: { reason: 'new calls' } });
  }
}
