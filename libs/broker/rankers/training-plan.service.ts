import type { Database, OrgTransaction } from '#database';
import type { FollowUps } from '#queue';
import { MAX_EXAMPLES } from '../ranking/ranking-constants.ts';
import { everyOrg, RankerVersionRepository } from './ranker-version.repository.ts';
import { countCallsSince } from './training-log.read-model.ts';

/** New calls from which on an org is trained again. */
const NEW_CALLS_TO_TRAIN = 50;

/** Looks which orgs have enough new calls to learn from. */
export class TrainingPlan {
  constructor(
    private readonly database: Database,
    private readonly followUps: Pick<FollowUps, 'add'>,
  ) {}

  /** Asks for a training of each org that is due. @returns how many were asked for. */
  async askForAll(): Promise<number> {
    let asked = 0;
    for (const orgId of await everyOrg(this.database)) {
      if (await this.database.forOrg(orgId, (tx) => this.askForOne(tx))) asked += 1;
    }
    return asked;
  }

  private async askForOne(tx: OrgTransaction): Promise<boolean> {
    const [latest] = await new RankerVersionRepository(tx).all();
    const calls = await countCallsSince(tx, latest?.trainedUntil ?? null, MAX_EXAMPLES);
    if (calls < NEW_CALLS_TO_TRAIN) return false;
    const key = `after version ${latest?.version ?? 0}, ${calls} calls`;
    return this.followUps.add(tx, { job: 'train-ranker', key, payload: { reason: 'new calls' } });
  }
}
