import { TurnpikeError } from '#contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { SaveAnalyticsQuery } from '#contracts/console';
import { CLOCK, newId, type Clock } from '#config';
import { Database, type OrgTransaction, type PlatformTransaction } from '#database';
import { type AuditActor, AuditLog } from '#identity';
import { SavedQueryNotFoundError } from './saved-query.errors.ts';
import { SavedQueryRepository, type SavedQueryRow } from './saved-query.repository.ts';

/** Maximum number per author; more are probably an error of a script. */
const MOST_PER_AUTHOR = 200;
const SHOWN = 500;

/** The acting user, and whether the user may change shared queries of others. */
export interface Keeper {
  userId: string;
  actor: AuditActor;
  admin: boolean;
}

/** Saved queries: private, or shared with all users of the org. Changes are audited. */
@Injectable()
export class SavedQueries {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** @param orgId null for queries across orgs, in every method. */
  list(orgId: string | null, userId: string): Promise<SavedQueryRow[]> {
    return this.run(orgId, (tx) => new SavedQueryRepository(tx).visible(userId, SHOWN));
  }

  /** @throws TurnpikeError TOO_MANY_SAVED_QUERIES if the author has too many saved queries. */
  add(orgId: string | null, keeper: Keeper, query: SaveAnalyticsQuery): Promise<SavedQueryRow> {
    return this.run(orgId, async (tx) => {
      const saved = new SavedQueryRepository(tx);
      if ((await saved.count(keeper.userId)) >= MOST_PER_AUTHOR)
        throw new TurnpikeError(`You have ${MOST_PER_AUTHOR} saved queries already. Remove one first.`, {
          code: 'TOO_MANY_SAVED_QUERIES',
          kind: 'conflict',
        });
      const now = this.clock.now();
      const id = newId(this.clock);
      await saved.add(id, keeper.userId, query, now);
      await this.record(tx, orgId, keeper, 'analytics_query.save', id, { after: query });
      return this.found(saved, keeper, id);
    });
  }

  /** @throws SavedQueryNotFoundError if the user is neither the author nor, for a shared query, an admin. */
  change(
    orgId: string | null,
    keeper: Keeper,
    id: string,
    query: SaveAnalyticsQuery,
  ): Promise<SavedQueryRow> {
    return this.run(orgId, async (tx) => {
      const saved = new SavedQueryRepository(tx);
      const before = await this.ofKeeper(saved, keeper, id);
      await saved.change(id, query, this.clock.now());
      await this.record(tx, orgId, keeper, 'analytics_query.change', id, { before, after: query });
      return this.found(saved, keeper, id);
    });
  }

  /** @throws SavedQueryNotFoundError under the same conditions as {@link change}. */
  async remove(orgId: string | null, keeper: Keeper, id: string): Promise<void> {
    await this.run(orgId, async (tx) => {
      const saved = new SavedQueryRepository(tx);
      const before = await this.ofKeeper(saved, keeper, id);
      await saved.remove(id);
      await this.record(tx, orgId, keeper, 'analytics_query.remove', id, { before });
    });
  }

  private async ofKeeper(
    saved: SavedQueryRepository,
    keeper: Keeper,
    id: string,
  ): Promise<SaveAnalyticsQuery> {
    const { authorId, name, parameters, shared } = await this.found(saved, keeper, id);
    if (authorId !== keeper.userId && !keeper.admin) throw new SavedQueryNotFoundError();
    return { name, parameters, shared };
  }

  private async found(saved: SavedQueryRepository, { userId }: Keeper, id: string): Promise<SavedQueryRow> {
    const row = await saved.find(userId, id);
    if (!row) throw new SavedQueryNotFoundError();
    return row;
  }

  private async record(
    tx: OrgTransaction | PlatformTransaction,
    orgId: string | null,
    { actor }: Keeper,
    action: string,
    id: string,
    states: { before?: SaveAnalyticsQuery; after?: SaveAnalyticsQuery },
  ): Promise<void> {
    await this.audit.record(tx, { orgId, actor, action, target: `analytics_query:${id}`, ...states });
  }

  private run<Result>(
    orgId: string | null,
    work: (tx: OrgTransaction | PlatformTransaction) => Promise<Result>,
  ): Promise<Result> {
    if (orgId !== null) return this.database.forOrg(orgId, work);
    return this.database.asPlatform('saved queries across orgs belong to no org', work);
  }
}
