import { DatabaseUnavailableError, NoAnswerError, sqlStateOf } from './database.errors.ts';

/** Rows that another transaction had, and a transaction that stood still for too long. */
const OF_ONE_TRANSACTION = /^(40|55P03|25P03)/;

/**
 * Does the work of one org after the other: one that fails keeps none of the others from being done, unless the database is
 * away, which the next one would meet too.
 *
 * @param orgs by their ids, or what is to be done for some of them.
 * @param message of the error: what was not done in some orgs.
 * @throws AggregateError with what failed, when all is done.
 */
export async function forEachOrg<Org>(
  orgs: Iterable<Org>,
  message: string,
  work: (org: Org) => Promise<unknown>,
): Promise<void> {
  const failures = await failuresOfEachOrg(orgs, work);
  if (failures.length > 0) throw new AggregateError(failures, message);
}

/** As {@link forEachOrg}, where more is to be done before somebody is told what failed. @returns what failed. */
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
  if (!(error instanceof DatabaseUnavailableError) || error.cause instanceof NoAnswerError) return false;
  return !OF_ONE_TRANSACTION.test(sqlStateOf(error.cause) ?? '');
}
