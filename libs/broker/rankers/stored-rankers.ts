import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { readRanker } from './ranker-file.ts';
import { RankerVersionRepository } from './ranker-version.repository.ts';
import type { ServingRanker } from './rankers.ts';

/** Reads rankers from the database, to inspect decisions; turns use the cache (`Rankers`). */
@Injectable()
export class StoredRankers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** The org's serving ranker; undefined for ranking by text alone. */
  async serving(orgId: string): Promise<ServingRanker | undefined> {
    const row = await this.database.forOrg(orgId, (tx) => new RankerVersionRepository(tx).serving());
    return row && opened(row);
  }

  /** One version of the org; undefined if its learned state is no longer kept. */
  async version(orgId: string, version: number): Promise<ServingRanker | undefined> {
    const row = await this.database.forOrg(orgId, (tx) => new RankerVersionRepository(tx).kept(version));
    return row && opened(row);
  }
}

function opened({ version, state }: { version: number; state: Buffer }): ServingRanker | undefined {
  const ranker = readRanker(state);
  return ranker && { ranker, version };
}
