import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { Changes } from '#queue';
import type { LearnedRanker } from '../learning/learned-ranker.ts';
import { readRanker } from './ranker-file.ts';
import { RankerVersionRepository, servingVersions } from './ranker-version.repository.ts';

/** Maximum number of rankers in memory, some megabytes each; the least recently used is evicted. */
const MAX_RANKERS = 50;

export interface ServingRanker {
  ranker: LearnedRanker;
  version: number;
}

/** Cache of serving rankers, loaded at an org's first turn and refreshed within 2 s after a training in any process. */
@Injectable()
export class Rankers {
  private readonly loaded = new Map<string, Promise<ServingRanker | undefined>>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Changes) private readonly changes: Pick<Changes, 'subscribe'>,
  ) {}

  start(): void {
    this.unsubscribe = this.changes.subscribe('rankers', () => this.refresh());
  }

  stop(): void {
    this.unsubscribe?.();
  }

  /** The org's serving ranker; undefined if there is none. */
  of(orgId: string): Promise<ServingRanker | undefined> {
    const known = this.loaded.get(orgId) ?? this.load(orgId);
    this.loaded.delete(orgId);
    this.loaded.set(orgId, known);
    const [oldest] = this.loaded.keys();
    if (this.loaded.size > MAX_RANKERS && oldest !== undefined) this.loaded.delete(oldest);
    return known;
  }

  private load(orgId: string): Promise<ServingRanker | undefined> {
    const loading = this.database
      .forOrg(orgId, (tx) => new RankerVersionRepository(tx).serving())
      .then((row) => {
        const ranker = row && readRanker(row.state);
        return ranker && { ranker, version: row.version };
      });
    // The next turn retries a failed load.
    loading.catch(() => this.loaded.delete(orgId));
    return loading;
  }

  /** Removes replaced versions from the cache. */
  private async refresh(): Promise<void> {
    const orgIds = [...this.loaded.keys()];
    if (orgIds.length === 0) return;
    const serving = await servingVersions(this.database, orgIds);
    for (const orgId of orgIds) {
      const known = await this.loaded.get(orgId)?.catch(() => undefined);
      if (known?.version !== serving.get(orgId)) this.loaded.delete(orgId);
    }
  }
}
