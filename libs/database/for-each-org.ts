import { DatabaseUnavailableError, NoAnswerError, NoConnectionError, sqlStateOf } from './database.errors.ts';

/** SQLSTATEs that concern one transaction only: row conflicts, lock timeouts and idle transactions. */
const OF_ONE_TRANSACTION = /^(40|55P03|25P03)/;

/**
 * Runs the work of one org after the other. A failure in one org does not stop the others, unless the database is
 * unreachable, which would also fail the next org.
 *
 * @param orgs ids of the orgs, or work items of some orgs.
 * @param message text of the error, which names the work that failed in some orgs.
 * @throws AggregateError with all failures, after the last org.
 */
export async function forEachOrg<Org>(
  orgs: Iterable<Org>,
  message: string,
  work: (org: Org) => Promise<unknown>,
): Promise<void> {
  const failures = await failuresOfEachOrg(orgs, work);
  if (failures.length > 0) throw new AggregateError(failures, message);
}

/** Works as {@link forEachOrg}, for callers with more work to do before they report failures. @returns the failures. */
export async function failuresOfEachOrg<Org>(
  orgs: Iterable<Org>,
  work: (org: Org) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const org of orgs)
    try {
      await work(org);
    } catch (error) {
      failures.push(error);
      if (meetsAll(error)) break;
    }
  return failures;
}

function meetsAll(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return false;
  if (error.cause instanceof NoAnswerError || error.cause instanceof NoConnectionError) return false;
  return !OF_ONE_TRANSACTION.test(sqlStateOf(error.cause) ?? '');
}
