import { randomBytes } from 'node:crypto';
import type { Clock, DatabaseSettings } from '#config';
import { AnalyticsReaderError } from './analytics-reader.errors.ts';
import type { AnalyticsReaderRepository, ReaderRow } from './analytics-reader.repository.ts';

const PASSWORD_BYTES = 24;
const ROLE = /^[a-z][a-z0-9_]{2,62}$/;
/** Reserved role names of PostgreSQL and of the platform. */
const TAKEN = /^(pg_|turnpike_(org|platform)$|public$|none$)/;

/** Manages logins that can only read the schema `analytics`, for one org or all orgs. */
export class AnalyticsReaders {
  constructor(
    private readonly readers: AnalyticsReaderRepository,
    private readonly clock: Clock,
    private readonly database: Pick<DatabaseSettings, 'kind'>,
  ) {}

  list(): Promise<ReaderRow[]> {
    return this.readers.list();
  }

  /**
   * @param orgId null for every org.
   * @returns the password, which is not stored.
   * @throws AnalyticsReaderError on the embedded database, for an invalid or existing name, and without the privilege.
   */
  async add(role: string, orgId: string | null): Promise<string> {
    this.refuseEmbedded();
    if (!ROLE.test(role) || TAKEN.test(role))
      throw new AnalyticsReaderError(
        `"${role}" cannot be the name of a reader: 3 to 63 lower-case letters, digits and underscores, such as acme_metabase.`,
        'invalid',
      );
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    await this.readers.create(role, password, orgId, this.clock.now());
    return password;
  }

  /** @throws AnalyticsReaderError for a role that is not a reader; other roles are never dropped. */
  async remove(role: string): Promise<void> {
    this.refuseEmbedded();
    const known = await this.readers.list();
    if (!known.some((reader) => reader.role === role))
      throw new AnalyticsReaderError(`There is no reader "${role}".`, 'not_found');
    await this.readers.drop(role);
  }

  private refuseEmbedded(): void {
    if (this.database.kind !== 'embedded') return;
    throw new AnalyticsReaderError(
      'The embedded database takes no connections from outside. Set DATABASE_URL to a PostgreSQL of your own.',
      'not_configured',
    );
  }
}
