import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { forEachOrg, Database, type OrgTransaction } from '#database';
import { Outbox } from '#queue';
import { MAX_EXAMPLES } from '../ranking/ranking-constants.ts';
import { everyOrg, RankerVersionRepository } from './ranker-version.repository.ts';
import { countCallsSince } from './training-log.read-model.ts';

/** New calls from which on an org is trained again. */
const NEW_CALLS_TO_TRAIN = 50;

/** Looks which orgs have enough new calls to learn from. */
@Injectable()
export class TrainingPlan {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Outbox) private readonly outbox: Pick<Outbox, 'add' | 'isAsked'>,
  ) {}

  /**
   * Asks for a training of each org that is due.
   *
   * @returns how many were asked for.
   * @throws AggregateError with what failed, when the other orgs are done.
   */
  async askForAll(): Promise<number> {
    let asked = 0;
    await forEachOrg(
      await everyOrg(this.database),
      'Trainings of some orgs could not be asked for',
      async (orgId) => {
        if (await this.database.forOrg(orgId, (tx) => this.askForOne(tx))) asked += 1;
      },
    );
    return asked;
  }

  private async askForOne(tx: OrgTransaction): Promise<boolean> {
    const [latest] = await new RankerVersionRepository(tx).all();
    const calls = await countCallsSince(tx, latest?.trainedUntil ?? null, MAX_EXAMPLES);
    if (calls < NEW_CALLS_TO_TRAIN) return false;
    // One that waits, or runs, learns of all calls up to then.
    if (await this.outbox.isAsked(tx, 'train-ranker')) return false;
    const key = `after version ${latest?.version ?? 0}, ${this.clock.now().toISOString()}`;
    return this.outbox.add(tx, { job: 'train-ranker', key, payload: { reason: 'new calls' } });
  }
}
