import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { forEachOrg, Database } from '#database';
import { FileRepository, orgsWithUnusedFiles, removeLooseParts } from './file.repository.ts';

/** Retention of files without a use: uploads that were never attached, and files whose last use has ended. */
export const UNUSED_FILE_TTL_MS = 7 * 24 * 3_600_000;
const BATCH = 200;

/**
 * Removes files without a use. Files of messages, and files shared by contacts, are kept until the message or the shared
 * context is deleted.
 */
@Injectable()
export class FileRetention {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the number of files removed.
   * @throws AggregateError with the failures, after all other orgs are done.
   */
  async removeUnused(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - UNUSED_FILE_TTL_MS);
    const orgIds = await this.database.asPlatform('one job keeps the files of all orgs in order', (tx) =>
      orgsWithUnusedFiles(tx, before),
    );
    await this.database.asPlatform('one job keeps the files of all orgs in order', (tx) =>
      removeLooseParts(tx, before),
    );
    let removed = 0;
    await forEachOrg(orgIds, 'Some orgs keep files that nothing uses', async (orgId) => {
      removed += await this.removeUnusedOf(orgId, before);
    });
    return removed;
  }

  private async removeUnusedOf(orgId: string, before: Date): Promise<number> {
    let removed = 0;
    for (;;) {
      const count = await this.database.forOrg(orgId, async (tx) => {
        const repository = new FileRepository(tx);
        return repository.removeUnused(await repository.unused(before, BATCH));
      });
      removed += count;
      if (count < BATCH) return removed;
    }
  }
}
